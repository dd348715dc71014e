import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { findJointFlow, type JointRequest, type JointRouteResult } from "./joint-flow.ts";
import { betterOf } from "./merging.ts";
import { findShareRoute } from "./shares/find-share-route.ts";

export type { JointRequest, JointRouteResult } from "./joint-flow.ts";

/**
 * Best route from several tokens, or one, to one on a snapshot: the best flow of edges, or, where a
 * pool's share is given or wanted, one that burns it for all of its tokens or pays all of them in, if
 * that is worth more after gas.
 *
 * Pure: a function of its arguments alone.
 */
export function findJointRoute(
  snapshot: Snapshot,
  request: JointRequest,
  gasPrice: GasPrice,
): JointRouteResult {
  const flow = findJointFlow(snapshot, request, gasPrice);
  const best = flow.ok ? flow.route : undefined;
  const shares = findShareRoute(snapshot, request, { gasPrice, flow: best });
  if (shares === null) return flow;
  return { ok: true, route: flow.ok ? betterOf(flow.route, shares, gasPrice) : shares };
}
