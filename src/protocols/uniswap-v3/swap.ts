import { computeSwapStepIn, computeSwapStepOut } from "./swap-math.ts";
import { getSqrtRatioAtTick, getTickAtSqrtRatio, MAX_TICK, MIN_TICK } from "./tick-math.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT, positionAtOrBelow, type TickTable } from "./tick-table.ts";

/** Ticks, in units of the spacing, per word of the contract's bitmap. */
export const WORD = 256;

/** What a swap reads of a pool. */
export interface SwapPool {
  /** Hundredths of a basis point. */
  readonly feePips: number;
  readonly tickSpacing: number;
  /** Q64.96. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** Liquidity in range at `tick`. */
  readonly liquidity: bigint;
  readonly ticks: TickTable;
}

/** Parameters of `UniswapV3Pool.swap`. */
export interface SwapRequest {
  readonly zeroForOne: boolean;
  /** Above 0 an exact input, below 0 an exact output, in the smallest unit; not 0. */
  readonly amountSpecified: bigint;
  /** Price not to be passed, Q64.96. */
  readonly sqrtPriceLimitX96: bigint;
}

export type SwapResult =
  | {
      readonly ok: true;
      /** Taken from the caller, fee included; less than an exact input when the limit was reached. */
      readonly amountIn: bigint;
      readonly amountOut: bigint;
      readonly sqrtPriceX96: bigint;
      readonly tick: number;
      readonly liquidity: bigint;
      /** Initialised ticks crossed. */
      readonly ticksCrossed: number;
    }
  /** The contract reverts with `SPL`: the limit is behind the price or out of range. */
  | { readonly ok: false; readonly reason: "price-limit" };

/**
 * `UniswapV3Pool.swap`, to the wei.
 *
 * Like the contract it stops at the end of each word of the tick bitmap, where amounts are rounded, except where no
 * liquidity is in range: nothing is rounded there, so it goes to the next initialised tick at once.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/UniswapV3Pool.sol#L596
 */
export function swap(pool: SwapPool, request: SwapRequest): SwapResult {
  const { zeroForOne, amountSpecified, sqrtPriceLimitX96: limit } = request;
  const { ticks: table, tickSpacing } = pool;
  if (!isLimitAllowed(pool.sqrtPriceX96, request)) return { ok: false, reason: "price-limit" };

  const exactIn = amountSpecified > 0n;
  const computeStep = exactIn ? computeSwapStepIn : computeSwapStepOut;
  const feePips = BigInt(pool.feePips);
  let { sqrtPriceX96, tick, liquidity } = pool;
  let remaining = exactIn ? amountSpecified : -amountSpecified;
  let amountIn = 0n;
  let amountOut = 0n;
  let ticksCrossed = 0;
  // Position of the next initialised tick in the direction of the swap; out of range when there is none.
  let position = positionAtOrBelow(table, tick) + (zeroForOne ? 0 : 1);

  while (remaining !== 0n && sqrtPriceX96 !== limit) {
    const candidate = table.ticks[position];
    const wordEnd = liquidity === 0n ? null : endOfWord(tick, tickSpacing, zeroForOne);
    const initialised =
      candidate !== undefined &&
      (wordEnd === null || (zeroForOne ? candidate >= wordEnd : candidate <= wordEnd));
    const next = initialised ? candidate : (wordEnd ?? (zeroForOne ? MIN_TICK : MAX_TICK));
    const nextX96 =
      (initialised ? table.sqrtRatioX96[position] : undefined) ?? getSqrtRatioAtTick(next);
    const targetX96 = (zeroForOne ? nextX96 < limit : nextX96 > limit) ? limit : nextX96;

    const startX96 = sqrtPriceX96;
    const step = computeStep({
      sqrtPriceX96,
      targetX96,
      zeroForOne,
      liquidity,
      remaining,
      feePips,
    });
    sqrtPriceX96 = step.sqrtPriceX96;
    remaining -= exactIn ? step.amountIn : step.amountOut;
    amountIn += step.amountIn;
    amountOut += step.amountOut;

    if (sqrtPriceX96 === nextX96) {
      if (initialised) {
        const net = table.liquidityNet[position] ?? 0n;
        liquidity += zeroForOne ? -net : net;
        position += zeroForOne ? -1 : 1;
        ticksCrossed++;
      }
      tick = zeroForOne ? next - 1 : next;
    } else if (sqrtPriceX96 !== startX96) {
      tick = getTickAtSqrtRatio(sqrtPriceX96);
      // Without liquidity the step skipped word ends; a limit on one leaves the contract below it.
      if (wordEnd === null && zeroForOne && isPriceOfWordEnd(sqrtPriceX96, tick, tickSpacing))
        tick--;
    }
  }
  return { ok: true, amountIn, amountOut, sqrtPriceX96, tick, liquidity, ticksCrossed };
}

function isLimitAllowed(sqrtPriceX96: bigint, { zeroForOne, sqrtPriceLimitX96 }: SwapRequest) {
  return zeroForOne
    ? sqrtPriceLimitX96 < sqrtPriceX96 && sqrtPriceLimitX96 >= LOWEST_LIMIT
    : sqrtPriceLimitX96 > sqrtPriceX96 && sqrtPriceLimitX96 <= HIGHEST_LIMIT;
}

/** Word of the tick bitmap that holds a tick. */
export function wordOf(tick: number, tickSpacing: number): number {
  return Math.floor(Math.floor(tick / tickSpacing) / WORD);
}

/**
 * Last tick of the bitmap word that the contract searches from `tick`, clamped to the ticks that have a price.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/TickBitmap.sol#L42
 */
function endOfWord(tick: number, tickSpacing: number, zeroForOne: boolean): number {
  const compressed = Math.floor(tick / tickSpacing);
  return zeroForOne
    ? Math.max(MIN_TICK, Math.floor(compressed / WORD) * WORD * tickSpacing)
    : Math.min(MAX_TICK, (Math.floor((compressed + 1) / WORD) * WORD + WORD - 1) * tickSpacing);
}

/** Whether a downward step of the contract ends exactly at this price: the lowest tick of a word. */
function isPriceOfWordEnd(sqrtPriceX96: bigint, tick: number, tickSpacing: number): boolean {
  return tick % (WORD * tickSpacing) === 0 && getSqrtRatioAtTick(tick) === sqrtPriceX96;
}
