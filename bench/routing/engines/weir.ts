import { findRoute } from "../../../src/api/router/find-route.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import type { Market } from "../market.ts";
import { gasPriceIn, type Trade } from "../trades.ts";
import type { Engine } from "./engine.ts";

/** Weir's router: snapshot and request in, exact route out. */
export function createWeir(market: Market): Engine {
  return {
    name: "weir",
    async plan(trade, gasPriceWei) {
      const gasPrice = gasPriceIn(trade.tokenOut, gasPriceWei, market);
      const result = findRoute(market.snapshot, requestOf(trade), gasPrice);
      if (!result.ok) return null;
      const { amountOut, gas, hops } = result.route;
      return { amountOut, gas, legs: hops.length };
    },
  };
}

/** The most that any flow pays for a trade, by Weir's certificate. */
export function upperBound(market: Market, trade: Trade): bigint {
  const free = { numerator: 0n, denominator: 1n };
  const result = findRoute(market.snapshot, requestOf(trade), free);
  const bound = result.ok ? result.route.certificate?.upperBound : undefined;
  if (bound === undefined) throw new Error("a trade without a certificate");
  return bound;
}

/** Without the limits that a transaction has: the engines compared have none. */
function requestOf({ tokenIn, tokenOut, amountIn }: Trade): RouteRequest {
  return {
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    amountIn,
    onlyProtocols: [],
    ignoreProtocols: [],
    maxLegs: 100_000,
    maxGas: 10n ** 12n,
  };
}
