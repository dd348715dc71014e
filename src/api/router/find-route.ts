import type { Snapshot } from "../graph/snapshot.ts";
import { findFlow, type GasPrice } from "./find-flow.ts";
import { betterOf } from "./merging.ts";
import type { RouteRequest, RouteResult } from "./route.ts";
import { findShareRoute } from "./shares/find-share-route.ts";

export type { GasPrice } from "./attempt.ts";

/**
 * Best route for a request on a snapshot: the best flow of edges, or, where a pool's share is given
 * or wanted, one that burns it for all of its tokens or pays all of them in, if that is worth more
 * after gas.
 *
 * Pure: a function of its arguments alone.
 */
export function findRoute(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): RouteResult {
  const flow = findFlow(snapshot, request, gasPrice);
  const { tokenIn: token, amountIn: amount, ...terms } = request;
  const asked = { ...terms, inputs: [{ token, amount }] };
  const shares = findShareRoute(snapshot, asked, gasPrice);
  if (shares === null) return flow;
  const { inputs: _, ...found } = shares;
  const route = { ...found, tokenIn: token, amountIn: amount };
  return { ok: true, route: flow.ok ? betterOf(flow.route, route, gasPrice) : route };
}
