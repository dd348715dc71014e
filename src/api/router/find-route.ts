import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { findJointRoute } from "./joint-route.ts";
import type { RouteRequest, RouteResult } from "./route.ts";

export type { GasPrice } from "./attempt.ts";

/** Best route for a request of one token on a snapshot, as `findJointRoute` finds it. */
export function findRoute(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): RouteResult {
  const { tokenIn, amountIn, ...terms } = request;
  const inputs = [{ token: tokenIn, amount: amountIn }];
  const found = findJointRoute(snapshot, { ...terms, inputs }, gasPrice);
  if (!found.ok) return found.failure;
  const { inputs: _, ...route } = found.route;
  return { ok: true, route: { ...route, tokenIn, amountIn } };
}
