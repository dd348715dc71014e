import type { Address } from "viem";
import type { DevnetPool, ManagedPool } from "../../devnet/manifest.ts";
import type { GraphEdge } from "../../src/api/graph/snapshot.ts";
import {
  executorOf,
  ROUTER_ADDRESS,
  SHARED_EXECUTOR_ADDRESS,
} from "../../src/api/program/contracts.ts";
import { type PlannedProgram, planProgram } from "../../src/api/program/plan.ts";
import { encodeRoute } from "../../src/api/program/router-call.ts";
import type { Hop, Route } from "../../src/api/router/route.ts";
import { NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { uniswapV2 } from "../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../src/protocols/uniswap-v2/pool.ts";
import { uniswapV3 } from "../../src/protocols/uniswap-v3/index.ts";
import type { UniswapV3Pool } from "../../src/protocols/uniswap-v3/pool.ts";
import { createTickTable } from "../../src/protocols/uniswap-v3/tick-table.ts";
import { uniswapV4 } from "../../src/protocols/uniswap-v4/index.ts";
import type { UniswapV4Pool } from "../../src/protocols/uniswap-v4/pool.ts";
import { wrappedNative } from "../../src/protocols/wrapped-native/index.ts";
import type { Call } from "./chain.ts";

/** A swap whose pools are given. Amounts in the smallest unit of their token. */
export interface Swap {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
}

/** The edge of a pool that sells `tokenIn`. It has no liquidity: only planning reads it. */
export function poolEdge(pool: DevnetPool, tokenIn: Address): GraphEdge {
  const { address, venue, token0, token1, feePips } = pool;
  const common = { id: address, address, slug: venue, updatedBlock: 0, token0, token1, feePips };
  const edge = {
    action: "swap" as const,
    tokenIn,
    tokenOut: tokenIn === token0 ? token1 : token0,
    place: 0,
  };
  if (pool.family === "uniswap-v2") {
    const state: UniswapV2Pool = { ...common, reserve0: 0n, reserve1: 0n, liquidity: null };
    return { ...edge, protocol: uniswapV2, state };
  }
  const state: UniswapV3Pool = {
    ...common,
    ticksBlock: 0,
    tickSpacing: pool.tickSpacing ?? 1,
    sqrtPriceX96: 0n,
    tick: 0,
    liquidity: 0n,
    ticks: createTickTable([]),
  };
  return { ...edge, protocol: uniswapV3, state };
}

/** As `poolEdge`, of a pool of V4; `tokenIn` may be the native currency. */
export function managedEdge(pool: ManagedPool, tokenIn: Address): GraphEdge {
  const { id, address, venue, feePips, tickSpacing } = pool;
  const own = (token: Address) => (token === ZERO_ADDRESS ? NATIVE : token);
  const [token0, token1] = [own(pool.token0), own(pool.token1)];
  const state: UniswapV4Pool = {
    ...{ id, slug: venue, updatedBlock: 0, ticksBlock: 0, token0, token1, feePips, tickSpacing },
    ...{ manager: address, hooks: ZERO_ADDRESS, lpFeePips: feePips },
    ...{ sqrtPriceX96: 0n, tick: 0, liquidity: 0n, ticks: createTickTable([]) },
  };
  const tokenOut = tokenIn === token0 ? token1 : token0;
  return { action: "swap", tokenIn, tokenOut, place: 0, protocol: uniswapV4, state };
}

/** The edge from the native coin to the wrapped one. */
export function wrapEdge(token: Address): GraphEdge {
  const state = { id: token, slug: "wrapped-native", updatedBlock: 0, token };
  const edge = { action: "deposit" as const, tokenIn: NATIVE, tokenOut: token, place: 0 };
  return { ...edge, protocol: wrappedNative, state };
}

/** A hop that takes all there is, or a share of it in 2^-64. */
export function hop(edge: GraphEdge, shareX64: bigint | null = null): Hop {
  return { edge, state: edge.state, shareX64, amountIn: 0n, amountOut: 0n, gas: 0n };
}

/** A route through given hops, as the router would hand it to the planner. */
export function routeThrough(swap: Swap, hops: readonly Hop[]): Route {
  const nothing = { amountOut: 0n, gas: 0n, certificate: null, after: new Map(), alternatives: [] };
  return { ...swap, ...nothing, hops };
}

/** The program of the `router` strategy; the receiver is the caller. */
export function planSwap(
  route: Route,
  on: { readonly receiver: Address; readonly wrappedNative: Address },
): PlannedProgram {
  const rest = { fee: null, refundReceiver: on.receiver, minimumCredit: null };
  const executors = { shared: SHARED_EXECUTOR_ADDRESS, own: executorOf(on.receiver) };
  return planProgram(route, { ...on, ...rest, executors });
}

/** The transaction of the `router` strategy. `deadline` in seconds since the epoch. */
export function routeCall(
  swap: Swap,
  on: {
    readonly program: PlannedProgram;
    readonly receiver: Address;
    readonly minAmountOut: bigint;
    readonly deadline: bigint;
  },
): Call {
  const { program, minAmountOut, receiver, deadline } = on;
  const { tokenOut, amountIn } = swap;
  const { tokenIn, payTo } = program;
  const order = { tokenIn, amountIn, payTo, tokenOut, minAmountOut, receiver, deadline };
  return {
    to: ROUTER_ADDRESS,
    value: swap.tokenIn === NATIVE ? amountIn : 0n,
    data: encodeRoute(order, program),
  };
}
