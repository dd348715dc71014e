import { computeSwapStepIn, computeSwapStepOut } from "./swap-math.ts";
import { getSqrtRatioAtTick, getTickAtSqrtRatio, MAX_TICK, MIN_TICK } from "./tick-math.ts";
import { positionAtOrBelow, type TickTable } from "./tick-table.ts";

/** Ticks, in units of the spacing, per word of the contract's bitmap. */
export const WORD = 256;

/** What a swap reads of a pool. */
export interface SwapPool {
  /**
   * Hundredths of a basis point; of what is sold of token0 and of token1 where they may differ.
   */
  readonly feePips: number | readonly [number, number];
  readonly tickSpacing: number;
  /**
   * Ticks per place of the bitmap that the contract searches word by word, at whose ends it rounds;
   * 0 of one that goes from initialised tick to initialised tick. Unless told: the tick spacing.
   */
  readonly placeTicks?: number;
  /** Q64.96. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** Liquidity in range at `tick`. */
  readonly liquidity: bigint;
  readonly ticks: TickTable;
}

/** Ticks per place of a pool's bitmap; 0: none is searched. */
export function placeTicksOf(pool: Pick<SwapPool, "tickSpacing" | "placeTicks">): number {
  return pool.placeTicks ?? pool.tickSpacing;
}

/** Fee of a pool in one direction, hundredths of a basis point. */
export function feeOf({ feePips }: Pick<SwapPool, "feePips">, zeroForOne: boolean): number {
  return typeof feePips === "number" ? feePips : feePips[zeroForOne ? 0 : 1];
}

/** Where a swap goes. */
export interface Way {
  readonly zeroForOne: boolean;
  /** Whether the amount left is of the input; else of the output. */
  readonly exactIn: boolean;
  /** Price not to be passed, Q64.96. */
  readonly limit: bigint;
}

/** How far a swap has come. Mutable: its steps change it. */
export interface Walk {
  sqrtPriceX96: bigint;
  tick: number;
  liquidity: bigint;
  /**
   * Position of the next initialised tick in the direction of the swap; out of range when there is
   * none.
   */
  position: number;
  /** What is left of the specified amount. */
  remaining: bigint;
  /** Fee included. */
  amountIn: bigint;
  amountOut: bigint;
  /** Initialised ticks crossed. */
  ticksCrossed: number;
}

/** A swap at its start. */
export function startWalk(pool: SwapPool, zeroForOne: boolean, remaining: bigint): Walk {
  const { sqrtPriceX96, tick, liquidity, ticks } = pool;
  const position = positionAtOrBelow(ticks, tick) + (zeroForOne ? 0 : 1);
  const none = { amountIn: 0n, amountOut: 0n, ticksCrossed: 0 };
  return { sqrtPriceX96, tick, liquidity, position, remaining, ...none };
}

/**
 * One step of the contract's loop: to the next initialised tick, the end of the word or the limit,
 * or as far as the amount lasts.
 */
export function step(pool: SwapPool, walk: Walk, { zeroForOne, exactIn, limit }: Way): void {
  const { ticks: table } = pool;
  const placeTicks = placeTicksOf(pool);
  const { sqrtPriceX96, tick, liquidity, position, remaining } = walk;
  const candidate = table.ticks[position];
  const wordEnd = liquidity === 0n ? null : endOfWord(tick, placeTicks, zeroForOne);
  const initialised =
    candidate !== undefined &&
    (wordEnd === null || (zeroForOne ? candidate >= wordEnd : candidate <= wordEnd));
  const next = initialised ? candidate : (wordEnd ?? (zeroForOne ? MIN_TICK : MAX_TICK));
  const nextX96 =
    (initialised ? table.sqrtRatioX96[position] : undefined) ?? getSqrtRatioAtTick(next);
  const targetX96 = (zeroForOne ? nextX96 < limit : nextX96 > limit) ? limit : nextX96;

  const computeStep = exactIn ? computeSwapStepIn : computeSwapStepOut;
  const feePips = BigInt(feeOf(pool, zeroForOne));
  const done = computeStep({ sqrtPriceX96, targetX96, zeroForOne, liquidity, remaining, feePips });
  walk.sqrtPriceX96 = done.sqrtPriceX96;
  walk.remaining -= exactIn ? done.amountIn : done.amountOut;
  walk.amountIn += done.amountIn;
  walk.amountOut += done.amountOut;

  if (done.sqrtPriceX96 === nextX96) {
    if (initialised) {
      const net = table.liquidityNet[position] ?? 0n;
      walk.liquidity += zeroForOne ? -net : net;
      walk.position += zeroForOne ? -1 : 1;
      walk.ticksCrossed++;
    }
    walk.tick = zeroForOne ? next - 1 : next;
  } else if (done.sqrtPriceX96 !== sqrtPriceX96) {
    walk.tick = getTickAtSqrtRatio(done.sqrtPriceX96);
    // Without liquidity the step skipped word ends; a limit on one leaves the contract below it.
    if (
      wordEnd === null &&
      zeroForOne &&
      isPriceOfWordEnd(done.sqrtPriceX96, walk.tick, placeTicks)
    )
      walk.tick--;
  }
}

/** Word of the tick bitmap that holds a tick; 0 without a bitmap. */
export function wordOf(tick: number, placeTicks: number): number {
  return placeTicks === 0 ? 0 : Math.floor(Math.floor(tick / placeTicks) / WORD);
}

/**
 * Last tick of the bitmap word that the contract searches from `tick`, clamped to the ticks that
 * have a price.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/TickBitmap.sol#L42
 */
export function endOfWord(tick: number, placeTicks: number, zeroForOne: boolean): number {
  if (placeTicks === 0) return zeroForOne ? MIN_TICK : MAX_TICK;
  const compressed = Math.floor(tick / placeTicks);
  return zeroForOne
    ? Math.max(MIN_TICK, Math.floor(compressed / WORD) * WORD * placeTicks)
    : Math.min(MAX_TICK, (Math.floor((compressed + 1) / WORD) * WORD + WORD - 1) * placeTicks);
}

/**
 * Whether a downward step of the contract ends exactly at this price: the lowest tick of a word.
 */
function isPriceOfWordEnd(sqrtPriceX96: bigint, tick: number, placeTicks: number): boolean {
  return tick % (WORD * placeTicks) === 0 && getSqrtRatioAtTick(tick) === sqrtPriceX96;
}
