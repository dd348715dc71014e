import { max, min } from "../../lib/math.ts";
import { positionAtOrBelow } from "../uniswap-v3/tick-table.ts";
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
  beforeFee,
  feeOf,
  most0To,
  most1To,
  mostBeforeFee,
  nextSqrtRatioFrom0,
  nextSqrtRatioFrom1,
} from "./amounts.ts";
import { toFixed } from "./sqrt-ratio.ts";
import { MAX_TICK, MIN_TICK, sqrtRatioToTick, tickToSqrtRatio } from "./tick-math.ts";
import type { TickTable } from "./tick-table.ts";

/** What a swap reads of a pool. */
export interface SwapPool {
  /** Part of the input, times 2^64. */
  readonly feeX64: bigint;
  /** Of the bitmap that the contract searches; null where all liquidity is in one range. */
  readonly tickSpacing: number | null;
  /** Compact. */
  readonly sqrtRatio: bigint;
  readonly tick: number;
  readonly ticks: TickTable;
}

/** How far a swap has come. Mutable: its steps change it. */
export interface Walk {
  /** Whether the price rises: token1 is sold. */
  readonly up: boolean;
  sqrtRatio: bigint;
  tick: number;
  /** Liquidity in range. */
  liquidity: bigint;
  /** Of the next initialised tick in the direction of the swap; out of range: none. */
  position: number;
  ticksCrossed: number;
  /** Words of the bitmap whose ends were passed. */
  words: number;
}

/** Where a step of the contract's loop ends at the latest. */
interface Stop {
  readonly tick: number;
  /** Compact. */
  readonly sqrtRatio: bigint;
  readonly isInitialised: boolean;
  readonly words: number;
}

/** What a stretch takes, fee included, and pays when a swap passes it whole; smallest units. */
interface Passage {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Ticks, in units of the spacing, per word of the contract's bitmap. */
const WORD = 256;
/**
 * Place of tick 0 in its word.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/tickBitmap.sol
 */
export const ZERO_PLACE = 127;
/**
 * Most words and most initialised ticks that a quote goes through; together at most 12 million gas,
 * of the 2^24 that a transaction may have.
 */
const MAX_WORDS = 512;
const MAX_TICKS_CROSSED = 256;
/** What the contract has room for. */
const MAX_INT128 = (1n << 127n) - 1n;

/** A swap at its start. */
function startWalk({ sqrtRatio, tick, ticks }: SwapPool, up: boolean): Walk {
  const below = positionAtOrBelow(ticks, tick);
  const liquidity = ticks.liquidityAbove[below] ?? 0n;
  const position = up ? below + 1 : below;
  return { up, sqrtRatio, tick, liquidity, position, ticksCrossed: 0, words: 0 };
}

/**
 * `swap` of an exact input without a limit, by words of the bitmap, as `skipAhead` 0 has it; null
 * where not all is taken, or a transaction cannot come so far.
 *
 * @param amountIn Smallest unit; above 0.
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/Core.sol#L523
 */
export function swapIn(
  pool: SwapPool,
  up: boolean,
  amountIn: bigint,
): { readonly walk: Walk; readonly amountOut: bigint } | null {
  if (amountIn > MAX_INT128) return null;
  const walk = startWalk(pool, up);
  const nextSqrtRatio = up ? nextSqrtRatioFrom1 : nextSqrtRatioFrom0;
  let [remaining, amountOut] = [amountIn, 0n];
  while (remaining > 0n) {
    const stop = nextStop(pool, walk);
    if (stop === null) return null;
    const { sqrtRatio, liquidity } = walk;
    if (liquidity === 0n) {
      arrive(pool, walk, stop);
      continue;
    }
    const left = remaining - feeOf(remaining, pool.feeX64);
    const next = nextSqrtRatio(sqrtRatio, liquidity, left);
    if (up ? next > stop.sqrtRatio : next < stop.sqrtRatio) {
      const passage = passageTo(pool, walk, stop.sqrtRatio);
      remaining -= passage.amountIn;
      amountOut += passage.amountOut;
      arrive(pool, walk, stop);
    } else {
      remaining = 0n;
      amountOut += outOf(walk, next);
      if (next === stop.sqrtRatio) arrive(pool, walk, stop);
      else if (next !== sqrtRatio) [walk.sqrtRatio, walk.tick] = [next, sqrtRatioToTick(next)];
    }
    if (amountOut > MAX_INT128) return null;
  }
  return { walk, amountOut };
}

/**
 * The largest input that `swapIn` takes; smallest unit. A swap ends at a stop with more than it
 * takes to come there as long as the next number for a price is not reached: of a stretch with much
 * liquidity that may be more than all behind it takes.
 */
export function mostIn(pool: SwapPool, up: boolean): bigint {
  const walk = startWalk(pool, up);
  const mostTo = up ? most1To : most0To;
  let [amountIn, amountOut, most] = [0n, 0n, 0n];
  for (let stop = nextStop(pool, walk); stop !== null; stop = nextStop(pool, walk)) {
    if (walk.liquidity !== 0n) {
      const passage = passageTo(pool, walk, stop.sqrtRatio);
      amountOut += passage.amountOut;
      if (amountOut > MAX_INT128) break;
      const left = mostTo(walk.sqrtRatio, walk.liquidity, stop.sqrtRatio);
      most = max(most, amountIn + mostBeforeFee(left, pool.feeX64));
      amountIn += passage.amountIn;
      most = max(most, amountIn);
      if (amountIn >= MAX_INT128) break;
    }
    arrive(pool, walk, stop);
  }
  return min(most, MAX_INT128);
}

/** Null where no initialised tick is ahead, or as far as a transaction can come. */
function nextStop({ ticks: table, tickSpacing }: SwapPool, walk: Walk): Stop | null {
  const { up, tick, position } = walk;
  if (walk.words > MAX_WORDS || walk.ticksCrossed >= MAX_TICKS_CROSSED) return null;
  const [candidate, sqrtRatio] = [table.ticks[position], table.sqrtRatio[position]];
  if (candidate === undefined || sqrtRatio === undefined) return null;
  const found = { tick: candidate, sqrtRatio, isInitialised: true };
  if (tickSpacing === null) return { ...found, words: 0 };
  // Where nothing is in range, nothing is rounded at the ends of words.
  if (walk.liquidity === 0n) return { ...found, words: wordsBetween(walk, candidate, tickSpacing) };
  const end = endOfWord(tick, tickSpacing, up);
  if (up ? candidate <= end : candidate >= end) return { ...found, words: 0 };
  return { tick: end, sqrtRatio: tickToSqrtRatio(end), isInitialised: false, words: 1 };
}

function wordsBetween({ tick }: Walk, candidate: number, tickSpacing: number): number {
  return Math.ceil(Math.abs(candidate - tick) / tickSpacing / WORD);
}

/** Last tick of the word that the contract searches from `tick`. */
export function endOfWord(tick: number, tickSpacing: number, up: boolean): number {
  const place = Math.floor(tick / tickSpacing) + ZERO_PLACE + (up ? 1 : 0);
  const first = Math.floor(place / WORD) * WORD - ZERO_PLACE;
  return up
    ? Math.min(MAX_TICK, (first + WORD - 1) * tickSpacing)
    : Math.max(MIN_TICK, first * tickSpacing);
}

/** Puts the price to where a step ends, over the initialised tick there. */
function arrive({ ticks: { liquidityAbove } }: SwapPool, walk: Walk, stop: Stop): void {
  const { up } = walk;
  walk.sqrtRatio = stop.sqrtRatio;
  walk.tick = up ? stop.tick : stop.tick - 1;
  walk.words += stop.words;
  if (!stop.isInitialised) return;
  walk.liquidity = liquidityAbove[up ? walk.position : walk.position - 1] ?? 0n;
  walk.position += up ? 1 : -1;
  walk.ticksCrossed += 1;
}

function passageTo({ feeX64 }: SwapPool, walk: Walk, sqrtRatio: bigint): Passage {
  const stretch = stretchOf(walk, sqrtRatio);
  const needed = walk.up ? amount1DeltaUp(stretch) : amount0DeltaUp(stretch);
  return { amountIn: beforeFee(needed, feeX64), amountOut: outOf(walk, sqrtRatio) };
}

function outOf(walk: Walk, sqrtRatio: bigint): bigint {
  const stretch = stretchOf(walk, sqrtRatio);
  return walk.up ? amount0DeltaDown(stretch) : amount1DeltaDown(stretch);
}

function stretchOf({ up, sqrtRatio: from, liquidity }: Walk, to: bigint) {
  const [lower, upper] = up ? [from, to] : [to, from];
  return { lowerX128: toFixed(lower), upperX128: toFixed(upper), liquidity };
}
