import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import type { Route, RouteRequest } from "../../../src/api/router/route.ts";
import { addressOf } from "./market.ts";

export const NO_GAS: GasPrice = { numerator: 0n, denominator: 1n };
export const ONE = 10n ** 18n;

/** A request without restrictions, tokens by number. */
export function request(tokenIn: number, tokenOut: number, amountIn: bigint): RouteRequest {
  return {
    tokenIn: addressOf("token", tokenIn),
    tokenOut: addressOf("token", tokenOut),
    amountIn,
    onlyProtocols: [],
    ignoreProtocols: [],
    maxLegs: 20,
  };
}

/**
 * The route of a request.
 *
 * @throws Error with the reason when there is none.
 */
export function routeOf(snapshot: Snapshot, asked: RouteRequest, gasPrice = NO_GAS): Route {
  const result = findRoute(snapshot, asked, gasPrice);
  if (!result.ok) throw new Error(result.reason);
  return result.route;
}
