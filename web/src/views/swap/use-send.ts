import { useCallback, useState } from "react";
import { type Api, type Parameters, queryString } from "../../api/client";
import { useApi } from "../../api/context";
import type { Answer, Route, Transaction } from "../../api/types";
import { NATIVE } from "../../lib/chains";
import { executesCalls, hashOfCalls, sendCalls } from "../../wallet/batch";
import { allowanceOf, gainedIn, receiptOf, send, switchChain } from "../../wallet/chain";
import { useWallet } from "../../wallet/context";
import type { Provider } from "../../wallet/provider";
import type { TradeState } from "./state";
import { POSITION_PATH, ROUTE_PATH, routeParameters } from "./use-trade";

/** Where a trade is on its way into a block. */
export type Stage = "approve" | "route" | "sign" | "wait";

export interface Sent {
  readonly hash: string;
  readonly block: number;
  /** Block that the promise was made from; it is for the next one. */
  readonly createdAt: number;
  readonly status: "success" | "reverted";
  /** Smallest unit of what is bought. */
  readonly promised: bigint;
  readonly minimum: bigint;
  /** Measured by balance; null where it has none to look at, as a position. */
  readonly received: bigint | null;
  readonly tx: Transaction;
}

export type Sending =
  | { readonly kind: "idle" }
  | { readonly kind: "busy"; readonly stage: Stage }
  | { readonly kind: "sent"; readonly sent: Sent }
  | { readonly kind: "failed"; readonly error: unknown };

interface Trade {
  readonly state: TradeState;
  readonly amountIn: bigint;
  readonly account: string;
}

/** Approves what has to be, for exactly what is spent. */
async function approve(api: Api, provider: Provider, { state, amountIn, account }: Trade) {
  const { chainId, tokenIn, strategy } = state;
  if (tokenIn === NATIVE) return;
  const approval: Answer<"/api/v1/wallet/approve"> = await api.get("/api/v1/wallet/approve", {
    ...{ chainId, fromAddress: account, tokenAddress: tokenIn, amount: String(amountIn) },
    routingStrategy: strategy,
  });
  const { spender, tx, gas } = approval;
  if ((await allowanceOf(provider, { token: tokenIn, account, spender })) >= amountIn) return;
  const receipt = await receiptOf(provider, await send(provider, tx, gas));
  if (receipt.status !== "0x1") throw new Error("The approval was reverted; try it again.");
}

/** Builds, has signed, sends and follows one trade, and compares what came with what was said. */
async function execute(
  trade: Trade,
  {
    api,
    provider,
    onStage,
  }: {
    readonly api: Api;
    readonly provider: Provider;
    readonly onStage: (stage: Stage) => void;
  },
): Promise<Sent> {
  const { state, account } = trade;
  const { chainId } = state;
  await switchChain(provider, chainId);
  // A wallet that does is asked once: the approval comes with the calls.
  const isAtOnce = await executesCalls(provider, { account, chainId });
  if (!isAtOnce) {
    onStage("approve");
    await approve(api, provider, trade);
  }
  onStage("route");
  const parameters: Parameters = {
    ...routeParameters(state, trade),
    ...(isAtOnce && { include: "usd,calls" }),
  };
  const path = state.isPosition ? POSITION_PATH : ROUTE_PATH;
  // Not the quote on the screen: the transaction is made for the block that comes next.
  const route = await api.getAny<Route>(`${path}${queryString(parameters)}`);
  onStage("sign");
  const calls = isAtOnce ? route.calls : undefined;
  const sent =
    calls === undefined
      ? await send(provider, route.tx, route.gas)
      : await sendCalls(provider, { account, chainId }, calls);
  onStage("wait");
  const hash = calls === undefined ? sent : await hashOfCalls(provider, sent);
  const receipt = await receiptOf(provider, hash);
  const receiver = state.receiver === "" ? account : state.receiver;
  const gained = { receipt, token: state.tokenOut, account: receiver, tx: route.tx };
  const isGood = receipt.status === "0x1";
  return {
    hash,
    block: Number(receipt.blockNumber),
    createdAt: route.createdAt,
    status: isGood ? "success" : "reverted",
    promised: BigInt(route.amountOut),
    minimum: BigInt(route.minAmountOut),
    received: isGood && !state.isPosition ? await gainedIn(provider, gained) : null,
    tx: route.tx,
  };
}

/** Sends what the form holds, step by step. */
export function useSend() {
  const { api } = useApi();
  const wallet = useWallet();
  const [sending, setSending] = useState<Sending>({ kind: "idle" });
  const start = useCallback(
    async (trade: Trade) => {
      const provider = wallet.provider(trade.state.chainId);
      if (provider === null) return;
      const onStage = (stage: Stage) => setSending({ kind: "busy", stage });
      onStage("approve");
      try {
        const sent = await execute(trade, { api, provider, onStage });
        setSending({ kind: "sent", sent });
      } catch (error) {
        setSending({ kind: "failed", error });
      }
    },
    [api, wallet],
  );
  const reset = useCallback(() => setSending({ kind: "idle" }), []);
  return { sending, start, reset };
}
