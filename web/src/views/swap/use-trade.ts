import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Parameters, queryString } from "../../api/client";
import { useApi } from "../../api/context";
import { useHead } from "../../api/queries";
import type { PositionRoute, Quote } from "../../api/types";
import type { TradeState } from "./state";

/** Asks in the name of nobody while no wallet is connected: quotes need no funds. */
// https://etherscan.io/address/0x000000000000000000000000000000000000dead
export const NOBODY = "0x000000000000000000000000000000000000dead";

export const QUOTE_PATH = "/api/v1/shortcuts/quote";
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

/** The present answer to what the form holds, and anew with every block. */
export function useTrade(state: TradeState, amountIn: bigint | null, account: string | null) {
  const { api } = useApi();
  const block = useHead(state.chainId)?.indexedBlock ?? null;
  const parameters = tradeParameters(state, { amountIn: amountIn ?? 1n, account });
  const asked = state.isPosition
    ? {
        ...parameters,
        ...routeParameters(state, { amountIn: amountIn ?? 1n, account: account ?? NOBODY }),
      }
    : { ...parameters, priceImpact: true };
  const path = state.isPosition ? POSITION_PATH : QUOTE_PATH;
  const query = useQuery({
    queryKey: ["trade", path, queryString(asked), block],
    queryFn: ({ signal }) => api.getAny<Quote & Partial<PositionRoute>>(path, asked, signal),
    enabled: amountIn !== null && block !== null && state.tokenIn !== state.tokenOut,
    placeholderData: (previous, before) =>
      before?.queryKey[2] === queryString(asked) ? keepPreviousData(previous) : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...query, block, path: `${path}${queryString(asked)}` };
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
