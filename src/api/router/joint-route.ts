import type { Snapshot } from "../graph/snapshot.ts";
import { findRoute, type GasPrice } from "./find-route.ts";
import { findJointFlow, type JointRequest, type JointRouteResult } from "./joint-flow.ts";
import { asJoint, betterOf } from "./merging.ts";
import { findShareRoute } from "./shares/find-share-route.ts";

export type { JointRequest, JointRouteResult } from "./joint-flow.ts";

/** A route for several tokens to one, as `findRoute`; of one token exactly what that finds. */
export function findJointRoute(
  snapshot: Snapshot,
  request: JointRequest,
  gasPrice: GasPrice,
): JointRouteResult {
  const { inputs, ...terms } = request;
  const [only, second] = inputs;
  if (only !== undefined && second === undefined) {
    const asked = { ...terms, tokenIn: only.token, amountIn: only.amount };
    const result = findRoute(snapshot, asked, gasPrice);
    return result.ok
      ? { ok: true, route: asJoint(result.route) }
      : { ok: false, failure: result, request: asked };
  }
  const flow = findJointFlow(snapshot, request, gasPrice);
  const shares = findShareRoute(snapshot, request, gasPrice);
  if (shares === null) return flow;
  return { ok: true, route: flow.ok ? betterOf(flow.route, shares, gasPrice) : shares };
}
