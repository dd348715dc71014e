import { z } from "@hono/zod-openapi";
import { numberToHex } from "viem";
import { lower, NATIVE } from "../../../lib/address.ts";
import { ServiceError } from "../../../lib/errors.ts";
import type { ChainService } from "../../chain/service.ts";
import { type PriceBook, usdPerUnit } from "../../prices/prices.ts";
import type { Strategy, Transaction } from "../../program/execution.ts";
import type { RouteInput } from "../../router/route.ts";
import { neededApprovals } from "../../trade/approvals.ts";
import type { TransactionAnswer } from "../../trade/pipeline.ts";
import { type SafeTransaction, safeTransaction } from "../../trade/safe-transaction.ts";
import { batchCallData, delegateCallData } from "../../trade/smart-account-call.ts";
import { spenderOf } from "../../trade/wallet.ts";
import { word } from "./parameters.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

/** Digits of dollars that mean something. */
const USD_DIGITS = 12;

const QUOTED = ["usd", "legs"] as const;
/** Additions that are made of the transaction. */
const BUILT = ["calls", "safe", "userop"] as const;

export type QuoteAddition = (typeof QUOTED)[number];
export type RouteAddition = QuoteAddition | (typeof BUILT)[number];

/** What a quote adds on request. */
export const quoteInclude = z.array(word(QUOTED, {})).optional().openapi({
  description:
    "What to add: `usd`, dollars of amounts and gas; `legs`, the steps with their pools.",
});

/** What a route adds on request. */
export const routeInclude = z
  .array(word([...QUOTED, ...BUILT], {}))
  .optional()
  .openapi({
    description:
      "What to add: `usd`, dollars of amounts and gas; `legs`, each step's pools; `calls`, what EIP-5792 `wallet_sendCalls` takes, approvals first; `safe`, the transaction of the Safe fromAddress and its hash; `userop`, the callData of the ERC-7579 account fromAddress.",
  });

const usd = z.number().nullable().optional();

/** Fields of `include=usd`. */
export const usdFields = {
  amountInUsd: usd.openapi({
    description: "With include=usd: dollars of what is given, fees included; null without a price.",
  }),
  amountOutUsd: usd.openapi({ description: "With include=usd: dollars of amountOut." }),
  gasUsed: amountOut.optional().openapi({
    description: "With include=usd: gas that is used, without headroom.",
  }),
  gasUsd: usd.openapi({
    description: "With include=usd: dollars of gasUsed at the block's base fee.",
  }),
  l1FeeUsd: usd.openapi({
    description:
      "With include=usd: dollars that a rollup charges besides, for the transaction's data on Ethereum and for its operator; 0 on chains that do not.",
  }),
};

const callSchema = z.object({
  to: addressOut,
  value: z.string().openapi({ description: "Wei in hexadecimal.", example: "0x0" }),
  data: z.string(),
});

/** Fields of the other additions. */
export const builtFields = {
  calls: z.array(callSchema).optional().openapi({
    description:
      "With include=calls: approvals that are needed, each after a reset where the token wants one, then the transaction.",
  }),
  safe: z
    .object({
      to: addressOut,
      value: amountOut,
      data: z.string(),
      operation: integerOut.openapi({ description: "0 calls, 1 delegate-calls." }),
      nonce: amountOut.openapi({ description: "That the Safe has now." }),
      hash: z.string().openapi({
        description: "EIP-712 hash that its owners sign, without refunds of gas.",
      }),
    })
    .optional()
    .openapi({ description: "With include=safe." }),
  userop: z
    .object({ callData: z.string().openapi({ description: "A call of ERC-7579 `execute`." }) })
    .optional()
    .openapi({ description: "With include=userop." }),
};

interface Built {
  readonly calls?: z.output<typeof callSchema>[];
  readonly safe?: { to: `0x${string}`; value: string; data: string; operation: number } & {
    nonce: string;
    hash: string;
  };
  readonly userop?: { callData: string };
}

/** What `include=usd` adds to an answer. */
export function usdOf(answer: TransactionAnswer) {
  const { inputs, route, amountOut: out, prices, gasUsed, block } = answer;
  const beside = answer.l1Fee + answer.operatorFee;
  const native = (wei: bigint) => dollarsOf(prices, [{ token: NATIVE, amount: wei }]);
  return {
    amountInUsd: dollarsOf(prices, inputs),
    amountOutUsd: dollarsOf(prices, [{ token: route.tokenOut, amount: out }]),
    gasUsed: gasUsed.toString(),
    gasUsd: native(gasUsed * block.baseFeePerGas),
    l1FeeUsd: beside === 0n ? 0 : native(beside),
  };
}

/**
 * What the other additions add to an answer.
 *
 * @throws {ServiceError} `STRATEGY_UNSUPPORTED` where an account cannot do it. `SIMULATION_FAILED`
 *   when a token refuses an approval. `UPSTREAM_UNAVAILABLE`.
 */
export async function builtOf(
  service: ChainService,
  answer: Pick<TransactionAnswer, "inputs" | "tx">,
  {
    include = [],
    strategy,
  }: { readonly include?: readonly RouteAddition[] | undefined } & {
    readonly strategy: Strategy;
  },
): Promise<Built> {
  if (!BUILT.some((addition) => include.includes(addition))) return {};
  const isDelegateCall = strategy === "delegate";
  if (isDelegateCall && include.includes("calls")) throw noDelegateCalls();
  const { tx, inputs } = answer;
  const owner = tx.from;
  const spender = spenderOf(strategy, owner);
  const approvals =
    spender === null ? [] : await neededApprovals(service, { owner, spender }, inputs);
  const calls: readonly Transaction[] = [...approvals, tx];
  const safe = include.includes("safe")
    ? await safeTransaction(service, { safe: owner, calls, isDelegateCall })
    : null;
  return {
    ...(include.includes("calls") && { calls: calls.map(callOut) }),
    ...(safe !== null && { safe: safeOut(safe) }),
    ...(include.includes("userop") && {
      userop: { callData: isDelegateCall ? delegateCallData(tx) : batchCallData(calls) },
    }),
  };
}

function callOut({ to, value, data }: Transaction) {
  return { to: lower(to), value: numberToHex(value), data };
}

function safeOut({ to, value, data, operation, nonce, hash }: SafeTransaction) {
  return { to, value: value.toString(), data, operation, nonce: nonce.toString(), hash };
}

/** Dollars of some amounts; null where a price is missing. */
function dollarsOf(prices: PriceBook, amounts: readonly RouteInput[]): number | null {
  let sum = 0;
  for (const { token, amount } of amounts) {
    const price = usdPerUnit(prices, token);
    if (price === null) return null;
    sum += Number(amount) * price;
  }
  return Number.isFinite(sum) ? Number(sum.toPrecision(USD_DIGITS)) : null;
}

function noDelegateCalls(): ServiceError {
  return new ServiceError(
    "STRATEGY_UNSUPPORTED",
    "include calls cannot make the delegate call that routingStrategy delegate needs: EIP-5792 has none; ask for safe or userop, or use router or corewallet.",
    { details: [{ path: "include", message: "calls needs router or corewallet" }] },
  );
}
