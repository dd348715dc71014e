import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Parameters, queryString } from "../../api/client";
import { useApi } from "../../api/context";
import { useHead } from "../../api/queries";
import { follow } from "../../api/stream";
import type { PositionRoute, Quote } from "../../api/types";
import type { TradeState } from "./state";

/** Asks in the name of nobody while no wallet is connected: quotes need no funds. */
// https://etherscan.io/address/0x000000000000000000000000000000000000dead
export const NOBODY = "0x000000000000000000000000000000000000dead";

export const QUOTE_PATH = "/api/v1/shortcuts/quote";
const STREAM_PATH = "/api/v1/shortcuts/quote/stream";
export const ROUTE_PATH = "/api/v1/shortcuts/route";
export const POSITION_PATH = "/api/v1/shortcuts/route/nontokenized";

/** What the search may use. */
function limits({ onlyProtocols, ignoreProtocols, maxLegs }: TradeState): Parameters {
  return { onlyProtocols, ignoreProtocols, maxLegs };
}

/** Parameters of a quote, and of a route but for what only a transaction has. */
export function tradeParameters(
  state: TradeState,
  { amountIn, account }: { readonly amountIn: bigint; readonly account: string | null },
): Parameters {
  const { chainId, tokenIn, tokenOut, isPosition } = state;
  return {
    ...{ chainId, fromAddress: account ?? NOBODY, tokenIn, amountIn: String(amountIn) },
    ...(isPosition ? { positionOut: tokenOut } : { tokenOut }),
    ...limits(state),
    ...{ explain: true, include: "usd" },
  };
}

/** Parameters of the transaction: with the wallet that executes it, and what it accepts. */
export function routeParameters(
  state: TradeState,
  given: { readonly amountIn: bigint; readonly account: string },
): Parameters {
  const { slippage, receiver, strategy, isPosition } = state;
  return {
    ...tradeParameters(state, given),
    ...{ routingStrategy: strategy, slippage },
    receiver: receiver === "" && isPosition ? given.account : receiver,
  };
}

/** The present answer to what the form holds, and anew with every block that changes it. */
export interface PresentTrade {
  readonly data: (Quote & Partial<PositionRoute>) | undefined;
  /** Null while there is none. */
  readonly error: unknown;
  readonly isFetching: boolean;
  /** Whether the answer is of an earlier block. */
  readonly isStale: boolean;
  /** What was asked, for a copy. */
  readonly path: string;
}

export function useTrade(
  state: TradeState,
  amountIn: bigint | null,
  account: string | null,
): PresentTrade {
  const isAsked = amountIn !== null && state.tokenIn !== state.tokenOut;
  const given = { amountIn: amountIn ?? 1n, account };
  const quote = useQuoteStream(
    { ...tradeParameters(state, given), priceImpact: true },
    isAsked && !state.isPosition,
  );
  const position = usePositionRoute(
    {
      ...tradeParameters(state, given),
      ...routeParameters(state, { ...given, account: account ?? NOBODY }),
    },
    { chainId: state.chainId, isAsked: isAsked && state.isPosition },
  );
  return state.isPosition ? position : quote;
}

/** A quote as the service sends it; nothing is open while nobody looks. */
function useQuoteStream(asked: Parameters, isAsked: boolean): PresentTrade {
  const { api, needsKey, refuse } = useApi();
  const query = queryString(asked);
  const isSeen = useIsSeen();
  const [last, setLast] = useState<{ query: string; data?: Quote; error: unknown } | null>(null);
  // The parameters are what their text says; a key that was given opens what was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    if (!isAsked || !isSeen) return;
    const closing = new AbortController();
    const whole = { path: STREAM_PATH, query: asked, signal: closing.signal };
    void follow<Quote>(api, whole, {
      onValue: (data) => setLast({ query, data, error: null }),
      onError: (error) => {
        refuse(error);
        setLast({ query, error });
      },
    });
    return () => closing.abort();
  }, [api, needsKey, refuse, query, isAsked, isSeen]);
  const present = isAsked && last?.query === query ? last : null;
  return {
    data: present?.data,
    error: present?.error ?? null,
    isFetching: isAsked && present === null,
    isStale: !isSeen,
    path: `${QUOTE_PATH}${query}`,
  };
}

/** Whether the tab is in front: a browser opens few connections, and each stream keeps one. */
function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setIsSeen(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}

/** Positions have no quote: their route is asked for anew with every block. */
function usePositionRoute(
  asked: Parameters,
  { chainId, isAsked }: { readonly chainId: number; readonly isAsked: boolean },
): PresentTrade {
  const { api } = useApi();
  const block = useHead(chainId)?.indexedBlock ?? null;
  const text = queryString(asked);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["trade", text, block],
    queryFn: ({ signal }) => api.getAny<Quote & PositionRoute>(POSITION_PATH, asked, signal),
    enabled: isAsked && block !== null,
    placeholderData: (previous, before) =>
      before?.queryKey[1] === text ? keepPreviousData(previous) : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { data, error, isFetching, isStale: isPlaceholderData, path: `${POSITION_PATH}${text}` };
}

/** What the best single pool pays for the same, to compare; null where none trades the pair. */
export function useSinglePool(state: TradeState, amountIn: bigint | null): bigint | null {
  const { api } = useApi();
  const block = useHead(state.chainId)?.indexedBlock ?? null;
  const asked = {
    ...tradeParameters({ ...state, maxLegs: "1" }, { amountIn: amountIn ?? 1n, account: null }),
    explain: undefined,
  };
  const { data } = useQuery({
    queryKey: ["single", queryString(asked), block],
    queryFn: ({ signal }) => api.getAny<Quote>(QUOTE_PATH, asked, signal),
    enabled:
      amountIn !== null && block !== null && !state.isPosition && state.tokenIn !== state.tokenOut,
    placeholderData: (previous, before) =>
      before?.queryKey[1] === queryString(asked) ? keepPreviousData(previous) : undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : BigInt(data.amountOut);
}
