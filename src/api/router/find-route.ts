import { atOnce, type Steps } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { jointRouteSteps } from "./joint-route.ts";
import type { RouteRequest, RouteResult } from "./route.ts";

export type { GasPrice } from "./attempt.ts";

/** What `routeSteps` gives, at once. */
export function findRoute(...asked: Parameters<typeof routeSteps>): RouteResult {
  return atOnce(routeSteps(...asked));
}

/** Best route for a request of one token on a snapshot, as `jointRouteSteps` finds it. */
export function* routeSteps(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): Steps<RouteResult> {
  const { tokenIn, amountIn, ...terms } = request;
  const inputs = [{ token: tokenIn, amount: amountIn }];
  const found = yield* jointRouteSteps(snapshot, { ...terms, inputs }, gasPrice);
  if (!found.ok) return found.failure;
  const { inputs: _, ...route } = found.route;
  return { ok: true, route: { ...route, tokenIn, amountIn } };
}
