import { PIPS } from "../../lib/math.ts";
import {
  amount0DeltaDown,
  amount1DeltaDown,
  getNextSqrtPriceFromInput,
} from "./sqrt-price-math.ts";
import { getSqrtRatioAtTick, getTickAtSqrtRatio } from "./tick-math.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT, type TickTable } from "./tick-table.ts";
import {
  endOfWord,
  feeOf,
  placeTicksOf,
  type SwapPool,
  step,
  type Walk,
  type Way,
} from "./walk.ts";

/**
 * Below it, times any price, plus any liquidity: within 256 bits, so that the contract computes the
 * next price by the precise formula.
 */
const PRECISE_INPUT = 1n << 95n;

/** More than any range or pool takes. */
export const ENDLESS = 1n << 255n;

/**
 * Ends a swap of an exact input where what is left of it ends before the next initialised tick, end
 * of a word and limit; else changes nothing and returns false.
 *
 * The contract asks first whether the input reaches the target of the step. That the price it would
 * bring passes no target says the same: `input >= ceil(needed)` and `ceil(price) <= target` are the
 * same inequality, solved for either, as input and target are whole numbers; likewise upwards,
 * rounded down.
 */
export function endInside(pool: SwapPool, walk: Walk, { zeroForOne, limit }: Way): boolean {
  const { sqrtPriceX96, liquidity, remaining } = walk;
  const candidate = pool.ticks.ticks[walk.position];
  if (liquidity === 0n || candidate === undefined) return false;
  const input = (remaining * (PIPS - BigInt(feeOf(pool, zeroForOne)))) / PIPS;
  if (input >= PRECISE_INPUT) return false;
  const end = getNextSqrtPriceFromInput(sqrtPriceX96, liquidity, input, zeroForOne);
  if (zeroForOne ? end <= limit : end >= limit) return false;
  const tick = getTickAtSqrtRatio(end);
  const wordEnd = endOfWord(walk.tick, placeTicksOf(pool), zeroForOne);
  const stop = zeroForOne ? Math.max(candidate, wordEnd) : Math.min(candidate, wordEnd);
  if (zeroForOne ? tick < stop : tick >= stop) return false;
  if (tick === stop && getSqrtRatioAtTick(stop) === end) return false;
  walk.amountOut += zeroForOne
    ? amount1DeltaDown(end, sqrtPriceX96, liquidity)
    : amount0DeltaDown(sqrtPriceX96, end, liquidity);
  walk.amountIn += remaining;
  walk.remaining = 0n;
  if (end !== sqrtPriceX96) walk.tick = tick;
  walk.sqrtPriceX96 = end;
  return true;
}

/**
 * What a range between neighbouring ticks takes, fee included, and pays when a swap passes it
 * whole.
 */
interface Passage {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/**
 * Passages by the position of the range's lower tick; a range is measured when it is first passed.
 */
type Passages = (Passage | undefined)[];

/** The passages of a pool in one direction. */
interface Known {
  readonly feePips: number;
  readonly tickSpacing: number;
  readonly passages: Passages;
}

/**
 * By table of ticks, each direction for itself: the price and the amount change nothing about a
 * range that is passed whole.
 */
const known = { down: new WeakMap<TickTable, Known>(), up: new WeakMap<TickTable, Known>() };

function passagesOf(pool: SwapPool, zeroForOne: boolean): Passages {
  const { ticks, tickSpacing } = pool;
  const feePips = feeOf(pool, zeroForOne);
  const way = zeroForOne ? known.down : known.up;
  const found = way.get(ticks);
  if (found?.feePips === feePips && found.tickSpacing === tickSpacing) return found.passages;
  const passages: Passages = [];
  way.set(ticks, { feePips, tickSpacing, passages });
  return passages;
}

/**
 * Passes ranges between ticks, from the tick just crossed on, while the input is more than they
 * take whole and they do not hold the limit.
 */
export function passRanges(pool: SwapPool, walk: Walk, { zeroForOne, limit }: Way): void {
  const { ticks, sqrtRatioX96, liquidityAbove } = pool.ticks;
  const onward = zeroForOne ? -1 : 1;
  const passages = passagesOf(pool, zeroForOne);
  for (;;) {
    const [end, tick] = [sqrtRatioX96[walk.position], ticks[walk.position]];
    if (end === undefined || tick === undefined) return;
    if (zeroForOne ? end < limit : end > limit) return;
    const lower = zeroForOne ? walk.position : walk.position - 1;
    if (walk.liquidity !== liquidityAbove[lower]) return;
    const passage = passages[lower] ?? measure(pool, lower, zeroForOne);
    passages[lower] = passage;
    // An input that is used up at the end of a word stays there, even where the rest of the range
    // takes nothing.
    if (walk.remaining <= passage.amountIn) return;
    walk.remaining -= passage.amountIn;
    walk.amountIn += passage.amountIn;
    walk.amountOut += passage.amountOut;
    walk.sqrtPriceX96 = end;
    walk.tick = zeroForOne ? tick - 1 : tick;
    walk.liquidity = liquidityAbove[lower + onward] ?? 0n;
    walk.position += onward;
    walk.ticksCrossed++;
  }
}

/** Passes the range above the tick at `lower`, step by step. */
function measure(pool: SwapPool, lower: number, zeroForOne: boolean): Passage {
  const { ticks: table } = pool;
  const start = zeroForOne ? lower + 1 : lower;
  const tick = table.ticks[start] ?? 0;
  const walk: Walk = {
    sqrtPriceX96: table.sqrtRatioX96[start] ?? 0n,
    tick: zeroForOne ? tick - 1 : tick,
    liquidity: table.liquidityAbove[lower] ?? 0n,
    position: zeroForOne ? lower : lower + 1,
    remaining: ENDLESS,
    ...{ amountIn: 0n, amountOut: 0n, ticksCrossed: 0 },
  };
  const way: Way = { zeroForOne, exactIn: true, limit: zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT };
  while (walk.ticksCrossed === 0) step(pool, walk, way);
  return { amountIn: walk.amountIn, amountOut: walk.amountOut };
}
