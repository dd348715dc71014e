import { max, min, PIPS } from "../../lib/math.ts";
import { ENDLESS } from "./exact-in.ts";
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
} from "./sqrt-price-math.ts";
import { swap } from "./swap.ts";
import { getSqrtRatioAtTick, MAX_TICK, MIN_TICK } from "./tick-math.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT, positionAtOrBelow, type TickTable } from "./tick-table.ts";
import { feeOf, placeTicksOf, type SwapPool, WORD, wordOf } from "./walk.ts";

/**
 * Most bitmap words and most initialised ticks that a quote goes through; together at most 12
 * million gas. A transaction has 2^24 gas at most, and where it has more, nobody pays that.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
export const MAX_WORDS = 512;
export const MAX_TICKS_CROSSED = 256;

/**
 * Token0 that brings the price down past all liquidity, or as far as one transaction can go;
 * smallest unit, at most 2^212.
 *
 * A lower bound, off by a few wei per word of the tick bitmap: the contract rounds up at each end
 * of a word, this sums whole ranges between initialised ticks, rounded down. Where that leaves
 * nothing it is exact: the roundings are all that the pool takes, and it may pay much for them.
 */
export function maxAmount0In(pool: SwapPool): bigint {
  const { ticks: table, tick, sqrtPriceX96 } = pool;
  const below = positionAtOrBelow(table, tick);
  const furthest = table.ticks[Math.max(0, below - MAX_TICKS_CROSSED + 1)];
  if (below < 0 || furthest === undefined || sqrtPriceX96 <= LOWEST_LIMIT) return 0n;
  const target = Math.max(furthest, lowestSearched(tick, placeTicksOf(pool)));
  const targetX96 = max(getSqrtRatioAtTick(target), LOWEST_LIMIT);
  const reached = positionAtOrBelow(table, target);
  const amount =
    amount0Down(table, below, sqrtPriceX96) -
    amount0DeltaUp(bottom(table, reached), targetX96, table.liquidityAbove[reached] ?? 0n) -
    (table.amount0Below[reached] ?? 0n);
  return beforeFee(amount, feeOf(pool, true)) || dust(pool, true, targetX96);
}

/**
 * Token1 that brings the price up past all liquidity, or as far as one transaction can go; as
 * `maxAmount0In`.
 */
export function maxAmount1In(pool: SwapPool): bigint {
  const { ticks: table, tick, sqrtPriceX96 } = pool;
  const below = positionAtOrBelow(table, tick);
  const last = table.ticks.length - 1;
  const furthest = table.ticks[Math.min(last, below + MAX_TICKS_CROSSED)];
  if (below >= last || furthest === undefined || sqrtPriceX96 >= HIGHEST_LIMIT) return 0n;
  const target = Math.min(furthest, highestSearched(tick, placeTicksOf(pool)));
  const targetX96 = min(getSqrtRatioAtTick(target), HIGHEST_LIMIT);
  const reached = positionAtOrBelow(table, target);
  const amount =
    amount1Up(table, below, sqrtPriceX96) -
    amount1DeltaUp(targetX96, top(table, reached, targetX96), table.liquidityAbove[reached] ?? 0n) -
    (table.amount1Above[reached + 1] ?? 0n);
  return beforeFee(amount, feeOf(pool, false)) || dust(pool, false, targetX96);
}

/** The tick at which the last of the words ends that a swap down goes through. */
function lowestSearched(tick: number, placeTicks: number): number {
  if (placeTicks === 0) return MIN_TICK;
  return Math.max((wordOf(tick, placeTicks) - MAX_WORDS + 1) * WORD * placeTicks, MIN_TICK);
}

/** As `lowestSearched`, up. */
function highestSearched(tick: number, placeTicks: number): number {
  if (placeTicks === 0) return MAX_TICK;
  const word = wordOf(tick + placeTicks, placeTicks);
  return Math.min(((word + MAX_WORDS) * WORD - 1) * placeTicks, MAX_TICK);
}

/**
 * Token0 from a price down to the lowest tick; `position` is that of the tick at or below the
 * price.
 */
function amount0Down(table: TickTable, position: number, sqrtPriceX96: bigint): bigint {
  const liquidity = table.liquidityAbove[position] ?? 0n;
  return (
    amount0DeltaDown(bottom(table, position), sqrtPriceX96, liquidity) +
    (table.amount0Below[position] ?? 0n)
  );
}

/**
 * Token1 from a price up to the highest tick; `position` is that of the tick at or below the price.
 */
function amount1Up(table: TickTable, position: number, sqrtPriceX96: bigint): bigint {
  const liquidity = table.liquidityAbove[position] ?? 0n;
  return (
    amount1DeltaDown(sqrtPriceX96, top(table, position, sqrtPriceX96), liquidity) +
    (table.amount1Above[position + 1] ?? 0n)
  );
}

/** Lowest price between the tick at `position` and the next one that a swap can reach. */
function bottom(table: TickTable, position: number): bigint {
  return max(table.sqrtRatioX96[position] ?? LOWEST_LIMIT, LOWEST_LIMIT);
}

/**
 * Highest price between the tick at `position` and the next one that a swap can reach; `above` when
 * there is none.
 */
function top(table: TickTable, position: number, above: bigint): bigint {
  return min(table.sqrtRatioX96[position + 1] ?? above, HIGHEST_LIMIT);
}

/** Nothing where the fee is all of the input: it buys nothing. */
function beforeFee(amount: bigint, feePips: number): bigint {
  const kept = PIPS - BigInt(feePips);
  return amount <= 0n || kept <= 0n ? 0n : (amount * PIPS) / kept;
}

/** What a swap to a price takes, every step rounded as the contract does. */
function dust(pool: SwapPool, zeroForOne: boolean, sqrtPriceLimitX96: bigint): bigint {
  if (feeOf(pool, zeroForOne) >= Number(PIPS)) return 0n;
  const passed = swap(pool, { zeroForOne, amountSpecified: ENDLESS, sqrtPriceLimitX96 });
  return passed.ok ? passed.amountIn : 0n;
}
