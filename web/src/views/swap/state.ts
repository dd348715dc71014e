import { useCallback, useMemo } from "react";
import { usePositions, useToken } from "../../api/queries";
import { parseAmount } from "../../lib/amounts";
import { useChain } from "../../lib/chain-choice";
import { defaultPair } from "../../lib/chains";
import { useUrlState } from "../../lib/state-in-url";

export type Strategy = "router" | "corewallet";

/** What the swap form holds; its address line is the whole of it. */
export interface TradeState {
  readonly chainId: number;
  readonly tokenIn: string;
  /** A token, or a position where `isPosition`. */
  readonly tokenOut: string;
  readonly isPosition: boolean;
  /** As typed, in whole tokens. */
  readonly amountText: string;
  readonly slippage: string;
  readonly receiver: string;
  readonly strategy: Strategy;
  readonly onlyProtocols: string;
  readonly ignoreProtocols: string;
  readonly maxLegs: string;
}

export type Change = (changes: Readonly<Record<string, string | null>>) => void;

/** The form's state, kept in the address line. */
export function useTradeState(): readonly [TradeState, Change] {
  const { chainId } = useChain();
  const [search, change] = useUrlState();
  const state = useMemo<TradeState>(() => {
    const pair = defaultPair(chainId);
    const position = search.get("positionOut");
    const isHere = Number(search.get("chain") ?? chainId) === chainId;
    const given = (name: string) => (isHere ? search.get(name) : null);
    return {
      chainId,
      tokenIn: given("tokenIn")?.toLowerCase() ?? pair.tokenIn,
      tokenOut: position ?? given("tokenOut")?.toLowerCase() ?? pair.tokenOut,
      isPosition: position !== null,
      amountText: search.get("amount") ?? "1",
      slippage: search.get("slippage") ?? "50",
      receiver: search.get("receiver") ?? "",
      strategy: search.get("strategy") === "corewallet" ? "corewallet" : "router",
      onlyProtocols: search.get("only") ?? "",
      ignoreProtocols: search.get("ignore") ?? "",
      maxLegs: search.get("legs") ?? "",
    };
  }, [chainId, search]);
  const changeHere = useCallback<Change>(
    (changes) => change({ chain: String(chainId), ...changes }),
    [change, chainId],
  );
  return [state, changeHere];
}

/** The two sides of a trade as the lists know them. */
export function useSides({ chainId, tokenIn, tokenOut, isPosition, amountText }: TradeState) {
  const given = useToken(chainId, tokenIn).token;
  const token = useToken(chainId, isPosition ? "" : tokenOut).token;
  const { data: positions } = usePositions(chainId);
  const position = isPosition
    ? (positions ?? []).find(({ address, positionId }) => (positionId ?? address) === tokenOut)
    : undefined;
  const taken = isPosition
    ? {
        address: tokenOut,
        symbol: `${position?.underlyingTokens.map(({ symbol }) => symbol).join("/") ?? ""} position`,
        // Shares of staking contracts and farms count as the token that is staked.
        decimals: position?.underlyingTokens[0]?.decimals ?? 18,
      }
    : token;
  const amountIn = given === null ? null : parseAmount(amountText, given.decimals);
  return { given, taken, position: position ?? null, amountIn };
}
