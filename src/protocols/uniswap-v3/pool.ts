import type { Address } from "viem";
import { PIPS } from "../../lib/math.ts";
import type { Edge, PoolState, Quote, Ratio } from "../protocol.ts";
import { maxAmount0In, maxAmount1In } from "./max-in.ts";
import { swap } from "./swap.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT, positionAtOrBelow } from "./tick-table.ts";
import { placeTicksOf, type SwapPool, wordOf } from "./walk.ts";

/** State of a pool of this maths, of this family or another. */
export interface ConcentratedPool extends PoolState, SwapPool {
  readonly token0: Address;
  readonly token1: Address;
  /** Block of the last change of any of the ticks. */
  readonly ticksBlock: number;
}

/** State of one concentrated-liquidity pool. */
export interface UniswapV3Pool extends ConcentratedPool {
  readonly address: Address;
  readonly feePips: number;
}

const Q192 = 1n << 192n;

/**
 * Gas of a hop: least squares over 445 executed `SwapRouter.exactInputSingle` calls of
 * `test/protocols/uniswap-v3/quoter.integration.test.ts` (105,472 + 31,853 per initialised tick +
 * 7,407 per bitmap word), less what the transaction and the router cost around the swap.
 */
export const GAS_BASE = 76_000;
export const GAS_PER_TICK = 32_000;
const GAS_PER_WORD = 7_400;

/**
 * Both directions, token0 to token1 first. None while the pool has no price or no liquidity, or
 * when its ticks do not add up to the liquidity in range: part of its history is not indexed then,
 * and every quote would be wrong.
 */
export function edges(state: ConcentratedPool): readonly Edge[] {
  if (!isUsable(state)) return [];
  const { token0, token1 } = state;
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

/**
 * Largest input that the pool takes in full and that one transaction can swap; smallest unit of
 * tokenIn.
 */
export function maxIn(state: ConcentratedPool, edge: Edge): bigint {
  return edge.tokenIn === state.token0 ? max0In(state) : max1In(state);
}

// Kept by state: it depends on nothing else, every quote asks for it, and it takes longer than most
// swaps.
const max0In = rememberedByKey((state: ConcentratedPool) =>
  isUsable(state) ? maxAmount0In(state) : 0n,
);
const max1In = rememberedByKey((state: ConcentratedPool) =>
  isUsable(state) ? maxAmount1In(state) : 0n,
);

/** A pure function of an immutable object that computes each result once. */
function rememberedByKey<K extends object, V>(evaluate: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = evaluate(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Exact-input swap with the extreme price limit, as `SwapRouter.exactInputSingle` without a limit.
 * An input that the pool would take only in part fails.
 *
 * @param amountIn Smallest unit of tokenIn.
 */
export function quote<S extends ConcentratedPool>(
  state: S,
  edge: Edge,
  amountIn: bigint,
): Quote<S> {
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
  const placeTicks = placeTicksOf(state);
  const words = Math.abs(wordOf(tick, placeTicks) - wordOf(state.tick, placeTicks));
  return {
    ok: true,
    amountOut,
    gas: BigInt(GAS_BASE + GAS_PER_TICK * ticksCrossed + GAS_PER_WORD * words),
    next: { ...state, sqrtPriceX96, tick, liquidity },
  };
}

/** Price at the current tick, exact. */
export function spotPrice(state: ConcentratedPool, edge: Edge): Ratio {
  const price = state.sqrtPriceX96 * state.sqrtPriceX96;
  return edge.tokenIn === state.token0
    ? { numerator: price, denominator: Q192 }
    : { numerator: Q192, denominator: price };
}

/**
 * Whether it has a price, ticks that add up to the liquidity in range, and does not keep all that
 * it is given.
 */
export function isUsable({
  ticks: table,
  tick,
  liquidity,
  sqrtPriceX96,
  feePips,
}: ConcentratedPool): boolean {
  if (sqrtPriceX96 === 0n || table.ticks.length === 0 || !table.balanced) return false;
  if (typeof feePips === "number" && feePips >= Number(PIPS)) return false;
  return (table.liquidityAbove[positionAtOrBelow(table, tick)] ?? 0n) === liquidity;
}
