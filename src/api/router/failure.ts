import type { QuoteFailure } from "../../protocols/protocol.ts";
import { isWithinLimits } from "./attempt.ts";
import { largerAmountIn, largestAmountIn, smallestAmountIn } from "./limits.ts";
import type { RouteFailure, RouteRequest } from "./route.ts";
import { type ExactGraph, searchPaths } from "./search.ts";

/**
 * Tells apart why nothing takes the amount: it pays nothing (too small), or the pools cannot take it (too large), or what issues or redeems
 * the ends of the route refuses.
 *
 * @param routes Whether the search finds a route for an amount.
 */
export function explainFailure(
  graph: ExactGraph,
  request: RouteRequest,
  routes: (amountIn: bigint) => boolean,
): RouteFailure {
  if (!graph.distance.has(request.tokenIn)) return { ok: false, reason: "no-route" };
  const takes = (amountIn: bigint): boolean =>
    searchPaths(graph, amountIn, { score: (path) => path.amountOut }).some((path) =>
      isWithinLimits(path, request),
    );
  const refusals = refusalsAtEnds(graph, request);
  const isCapped = refusals.has("cap-exceeded");
  const tooLarge = isCapped ? ("cap-exceeded" as const) : ("insufficient-liquidity" as const);
  const byPath = largestAmountIn(request.amountIn, takes);
  if (byPath !== null) {
    // One path takes this much to the unit; several together may take more.
    const maxAmountIn = largerAmountIn(byPath, request.amountIn, routes);
    return { ok: false, reason: tooLarge, maxAmountIn };
  }
  const minAmountIn = smallestAmountIn(request.amountIn, takes);
  if (minAmountIn !== null) return { ok: false, reason: "amount-too-small", minAmountIn };
  const paused = refusals.get("paused");
  if (paused !== undefined) return { ok: false, reason: "paused", slug: paused };
  if (isCapped || refusals.has("insufficient-liquidity")) {
    return { ok: false, reason: tooLarge, maxAmountIn: 0n };
  }
  return { ok: false, reason: "no-route" };
}

/** Why the edges out of tokenIn and into tokenOut refused the amount, with the protocol of the first that did. */
function refusalsAtEnds(
  graph: ExactGraph,
  request: RouteRequest,
): ReadonlyMap<QuoteFailure, string> {
  const refusals = new Map<QuoteFailure, string>();
  searchPaths(graph, request.amountIn, {
    score: (path) => path.amountOut,
    refused(edge, reason) {
      const isEnd = edge.tokenIn === request.tokenIn || edge.tokenOut === request.tokenOut;
      if (isEnd && !refusals.has(reason)) refusals.set(reason, edge.state.slug);
    },
  });
  return refusals;
}
