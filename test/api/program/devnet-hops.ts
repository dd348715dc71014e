import type { Address } from "viem";
import type { DevnetPool } from "../../../devnet/manifest.ts";
import type { GraphEdge } from "../../../src/api/graph/snapshot.ts";
import type { Hop, Route } from "../../../src/api/router/route.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";

/** A hop through a pool of the devnet, which takes all there is. Its liquidity is not filled in: planning does not read it. */
export function poolHop(pool: DevnetPool, tokenIn: Address): Hop {
  const { address, venue, token0, token1, feePips } = pool;
  const common = { id: address, address, slug: venue, updatedBlock: 0, token0, token1, feePips };
  const tokenOut = tokenIn === token0 ? token1 : token0;
  const edge = { action: "swap", tokenIn, tokenOut, index: 0 } as const;
  if (pool.family === "uniswap-v2") {
    const state = { ...common, reserve0: 0n, reserve1: 0n, liquidity: null };
    return hopOf({ ...edge, protocol: uniswapV2, state });
  }
  const spacing = { ticksBlock: 0, tickSpacing: pool.tickSpacing ?? 1, ticks: createTickTable([]) };
  const state = { ...common, ...spacing, sqrtPriceX96: 0n, tick: 0, liquidity: 0n };
  return hopOf({ ...edge, protocol: uniswapV3, state });
}

/** A hop from the native coin to the wrapped one. */
export function wrapHop(token: Address): Hop {
  const state = { id: token, slug: "wrapped-native", updatedBlock: 0, token };
  const edge = { action: "deposit", tokenIn: NATIVE, tokenOut: token, index: 0 } as const;
  return hopOf({ ...edge, protocol: wrappedNative, state });
}

/** A route through given hops, as the router hands it to the planner. */
export function routeThrough(hops: readonly Hop[], amountIn: bigint): Route {
  const [first, last] = [hops.at(0), hops.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a route without a hop");
  const ends = { tokenIn: first.edge.tokenIn, tokenOut: last.edge.tokenOut, amountIn };
  const nothing = { amountOut: 0n, gas: 0n, certificate: null, after: new Map(), alternatives: [] };
  return { ...ends, ...nothing, hops };
}

function hopOf(edge: GraphEdge): Hop {
  return { edge, state: edge.state, shareX64: null, amountIn: 0n, amountOut: 0n, gas: 0n };
}
