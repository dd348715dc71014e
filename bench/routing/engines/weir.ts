import { findRoute } from "../../../src/api/router/find-route.ts";
import { routeGasLimit } from "../../../src/api/router/gas-limit.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import type { Market } from "../market.ts";
import { gasPriceIn, type Trade } from "../trades.ts";
import type { Engine } from "./engine.ts";

/** The limits that the service has: those of a transaction. */
const SERVICE: Partial<RouteRequest> = {};
/** Without the limits that a transaction has: the engines compared have none. */
const NONE: Partial<RouteRequest> = { maxLegs: 100_000, maxGas: 10n ** 12n };

/** Weir's router without limits: snapshot and request in, exact route out. */
export function createWeir(market: Market): Engine {
  return engineOf(market, NONE);
}

/** Weir's router within the limits of a transaction. */
export function createLimitedWeir(market: Market): Engine {
  return engineOf(market, SERVICE);
}

/** Basis points that answers within the limits of a transaction are told to miss at most. */
export function toldGaps(market: Market, trades: readonly Trade[], gasPriceWei: number) {
  return trades.flatMap((trade) => {
    const gasPrice = gasPriceIn(trade.tokenOut, gasPriceWei, market);
    const result = findRoute(market.snapshot, requestOf(trade, SERVICE), gasPrice);
    const gap = result.ok ? result.route.certificate?.gapBps : undefined;
    return gap === undefined ? [] : [gap];
  });
}

/** Most gas of a route within the limits of a transaction. */
export function gasLimit({ snapshot }: Market): bigint {
  return routeGasLimit(snapshot.chainId, SERVICE);
}

function engineOf(market: Market, limits: Partial<RouteRequest>): Engine {
  return {
    name: "weir",
    async plan(trade, gasPriceWei) {
      const gasPrice = gasPriceIn(trade.tokenOut, gasPriceWei, market);
      const result = findRoute(market.snapshot, requestOf(trade, limits), gasPrice);
      if (!result.ok) return null;
      const { amountOut, gas, hops } = result.route;
      return { amountOut, gas, legs: hops.length };
    },
  };
}

/** The most that any flow pays for a trade, by Weir's certificate. */
export function upperBound(market: Market, trade: Trade): bigint {
  const free = { numerator: 0n, denominator: 1n };
  const result = findRoute(market.snapshot, requestOf(trade, NONE), free);
  const bound = result.ok ? result.route.certificate?.upperBound : undefined;
  if (bound === undefined) throw new Error("a trade without a certificate");
  return bound;
}

function requestOf(
  { tokenIn, tokenOut, amountIn }: Trade,
  limits: Partial<RouteRequest>,
): RouteRequest {
  return {
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    amountIn,
    onlyProtocols: [],
    ignoreProtocols: [],
    ...limits,
  };
}
