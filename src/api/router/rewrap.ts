import type { Snapshot } from "../graph/snapshot.ts";
import { replayFlow } from "./flow.ts";
import type { Route, RouteRequest } from "./route.ts";
import type { SearchSpace } from "./space.ts";
import { isRewrap, mergedPair } from "./wrapping.ts";

/**
 * The route of a request for the wrapped native currency in exchange for the native one, or the
 * other way round: one hop, one to one, whatever the amount. Null for other requests, and where
 * wrapping is not allowed.
 */
export function rewrapRoute(
  snapshot: Snapshot,
  request: RouteRequest,
  space: SearchSpace,
): Route | null {
  const pair = isRewrap(snapshot, request) ? mergedPair(snapshot, space) : null;
  if (pair === null) return null;
  const { tokenIn, tokenOut, amountIn } = request;
  const edge = tokenIn === pair.wrap.tokenIn ? pair.wrap : pair.unwrap;
  const replay = replayFlow([[edge, 1n]], request, space);
  if (replay === null) return null;
  const certificate = { upperBound: replay.amountOut, gapBps: 0 };
  return { ...{ tokenIn, tokenOut, amountIn }, ...replay, certificate, alternatives: [] };
}
