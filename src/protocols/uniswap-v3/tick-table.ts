import { max, min } from "../../lib/math.ts";
import { amount0DeltaDown, amount1DeltaDown } from "./sqrt-price-math.ts";
import { getSqrtRatioAtTick, MAX_SQRT_RATIO, MIN_SQRT_RATIO } from "./tick-math.ts";

/** Lowest price a swap of token0 can be sent to: the limit must be above `MIN_SQRT_RATIO`. */
export const LOWEST_LIMIT = MIN_SQRT_RATIO + 1n;

/** Highest price a swap of token1 can be sent to: the limit must be below `MAX_SQRT_RATIO`. */
export const HIGHEST_LIMIT = MAX_SQRT_RATIO - 1n;

/** One initialised tick; liquidityNet in pool liquidity units (int128). */
export interface Tick {
  readonly tick: number;
  readonly liquidityNet: bigint;
}

/**
 * The initialised ticks of a pool, ascending, with all that depends on them alone. Arrays have one
 * entry per tick. Shared by every state of the pool between two liquidity changes.
 */
export interface TickTable {
  readonly ticks: Int32Array;
  /** Added to the liquidity in range when the price rises through the tick. */
  readonly liquidityNet: readonly bigint[];
  /** Square-root price at the tick, Q64.96. */
  readonly sqrtRatioX96: readonly bigint[];
  /** Liquidity between the tick and the next one. */
  readonly liquidityAbove: readonly bigint[];
  /**
   * Token0, before fees, that brings the price from the tick down to the lowest one; at most what a
   * swap takes.
   */
  readonly amount0Below: readonly bigint[];
  /**
   * Token1, before fees, that brings the price from the tick up to the highest one; at most what a
   * swap takes.
   */
  readonly amount1Above: readonly bigint[];
  /** Whether the ticks add up: liquidity is nowhere negative and 0 above the highest tick. */
  readonly balanced: boolean;
}

/**
 * Builds the table of a pool's initialised ticks.
 *
 * @param initialised Ascending by tick, no tick twice.
 */
export function createTickTable(initialised: readonly Tick[]): TickTable {
  const ticks = Int32Array.from(initialised, ({ tick }) => tick);
  const liquidityNet = initialised.map((tick) => tick.liquidityNet);
  const sqrtRatioX96 = initialised.map(({ tick }) => getSqrtRatioAtTick(tick));
  const reachable = sqrtRatioX96.map((ratio) => max(LOWEST_LIMIT, min(HIGHEST_LIMIT, ratio)));
  const sums = sumLiquidity(initialised);
  return {
    ...{ ticks, liquidityNet, sqrtRatioX96, ...sums },
    ...cumulativeAmounts(reachable, sums.liquidityAbove),
  };
}

/** Liquidity above each of some ticks, and whether they add up. */
export function sumLiquidity(
  initialised: readonly Tick[],
): Pick<TickTable, "liquidityAbove" | "balanced"> {
  let liquidity = 0n;
  let balanced = true;
  const liquidityAbove = initialised.map(({ liquidityNet }) => {
    liquidity += liquidityNet;
    if (liquidity < 0n) balanced = false;
    return liquidity;
  });
  return { liquidityAbove, balanced: balanced && liquidity === 0n };
}

function cumulativeAmounts(
  sqrtRatioX96: readonly bigint[],
  liquidityAbove: readonly bigint[],
): Pick<TickTable, "amount0Below" | "amount1Above"> {
  const count = sqrtRatioX96.length;
  const amount0Below = new Array<bigint>(count).fill(0n);
  const amount1Above = new Array<bigint>(count).fill(0n);
  for (let i = 1; i < count; i++) {
    const segment = amount0DeltaDown(
      sqrtRatioX96[i - 1] ?? 0n,
      sqrtRatioX96[i] ?? 0n,
      liquidityAbove[i - 1] ?? 0n,
    );
    amount0Below[i] = (amount0Below[i - 1] ?? 0n) + segment;
  }
  for (let i = count - 2; i >= 0; i--) {
    const segment = amount1DeltaDown(
      sqrtRatioX96[i] ?? 0n,
      sqrtRatioX96[i + 1] ?? 0n,
      liquidityAbove[i] ?? 0n,
    );
    amount1Above[i] = (amount1Above[i + 1] ?? 0n) + segment;
  }
  return { amount0Below, amount1Above };
}

/** Position of the highest initialised tick at or below `tick`; -1 when there is none. */
export function positionAtOrBelow(table: Pick<TickTable, "ticks">, tick: number): number {
  let low = 0;
  let high = table.ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((table.ticks[middle] ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
