import type { Address } from "viem";
import { PIPS } from "../../lib/math.ts";
import type { Edge, PoolState, Quote, Ratio } from "../protocol.ts";
import { amount0DeltaDown, amount1DeltaDown } from "./sqrt-price-math.ts";
import { type SwapPool, swap } from "./swap.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT, positionAtOrBelow } from "./tick-table.ts";

/** State of one concentrated-liquidity pool. */
export interface UniswapV3Pool extends PoolState, SwapPool {
  readonly address: Address;
  readonly token0: Address;
  readonly token1: Address;
  /** Block of the last change of any of the ticks. */
  readonly ticksBlock: number;
}

const Q192 = 1n << 192n;

const GAS_BASE = 90_000n;
const GAS_PER_TICK = 22_000n;

/**
 * Both directions, token0 to token1 first. None while the pool has no price or no liquidity, or when its ticks do not add
 * up to the liquidity in range: part of its history is not indexed then, and every quote would be wrong.
 */
export function edges(state: UniswapV3Pool): readonly Edge[] {
  if (!isUsable(state)) return [];
  const { token0, token1 } = state;
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

/**
 * Input that brings the price past all liquidity, smallest unit of tokenIn.
 *
 * A lower bound that is off by a few wei per word of the tick bitmap: the contract rounds up at each of them, this sums
 * whole ranges between initialised ticks, rounded down. At most 2^212.
 */
export function maxIn(state: UniswapV3Pool, edge: Edge): bigint {
  if (!isUsable(state)) return 0n;
  const { ticks: table, sqrtPriceX96, liquidity } = state;
  const below = positionAtOrBelow(table, state.tick);
  const feePips = BigInt(state.feePips);
  if (edge.tokenIn === state.token0) {
    const ratio = table.sqrtRatioX96[below];
    if (ratio === undefined || sqrtPriceX96 <= LOWEST_LIMIT) return 0n;
    const target = ratio > LOWEST_LIMIT ? ratio : LOWEST_LIMIT;
    const net =
      amount0DeltaDown(target, sqrtPriceX96, liquidity) + (table.amount0Below[below] ?? 0n);
    return (net * PIPS) / (PIPS - feePips);
  }
  const ratio = table.sqrtRatioX96[below + 1];
  if (ratio === undefined || sqrtPriceX96 >= HIGHEST_LIMIT) return 0n;
  const target = ratio < HIGHEST_LIMIT ? ratio : HIGHEST_LIMIT;
  const net =
    amount1DeltaDown(sqrtPriceX96, target, liquidity) + (table.amount1Above[below + 1] ?? 0n);
  return (net * PIPS) / (PIPS - feePips);
}

/**
 * Exact-input swap with the extreme price limit, as `SwapRouter.exactInputSingle` without a limit. An input that the pool
 * would take only in part fails.
 *
 * @param amountIn Smallest unit of tokenIn.
 */
export function quote(state: UniswapV3Pool, edge: Edge, amountIn: bigint): Quote<UniswapV3Pool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const zeroForOne = edge.tokenIn === state.token0;
  const result = swap(state, {
    zeroForOne,
    amountSpecified: amountIn,
    sqrtPriceLimitX96: zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT,
  });
  if (!result.ok || result.amountIn !== amountIn) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  if (result.amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const { amountOut, sqrtPriceX96, tick, liquidity, ticksCrossed } = result;
  return {
    ok: true,
    amountOut,
    gas: GAS_BASE + GAS_PER_TICK * BigInt(ticksCrossed),
    next: { ...state, sqrtPriceX96, tick, liquidity },
  };
}

/** Price at the current tick, exact. */
export function spotPrice(state: UniswapV3Pool, edge: Edge): Ratio {
  const price = state.sqrtPriceX96 * state.sqrtPriceX96;
  return edge.tokenIn === state.token0
    ? { numerator: price, denominator: Q192 }
    : { numerator: Q192, denominator: price };
}

function isUsable({ ticks: table, tick, liquidity, sqrtPriceX96 }: UniswapV3Pool): boolean {
  if (sqrtPriceX96 === 0n || table.ticks.length === 0 || !table.balanced) return false;
  return (table.liquidityAbove[positionAtOrBelow(table, tick)] ?? 0n) === liquidity;
}
