import { sumLiquidity, type Tick } from "../uniswap-v3/tick-table.ts";
import { amount0DeltaDown, amount1DeltaDown } from "./amounts.ts";
import { toFixed } from "./sqrt-ratio.ts";
import { tickToSqrtRatio } from "./tick-math.ts";

/**
 * The initialised ticks of a pool, ascending, with all that depends on them alone. Arrays have one
 * entry per tick. Shared by every state of the pool between two liquidity changes.
 */
export interface TickTable {
  readonly ticks: Int32Array;
  /** Compact square root of the price at the tick. */
  readonly sqrtRatio: readonly bigint[];
  /** Liquidity between the tick and the next one. */
  readonly liquidityAbove: readonly bigint[];
  /** Token0 between the tick and the highest one, smallest unit, rounded down by range. */
  readonly amount0Above: readonly bigint[];
  /** Token1 between the lowest tick and the tick, likewise. */
  readonly amount1Below: readonly bigint[];
  /** Whether the ticks add up: liquidity is nowhere negative and 0 above the highest tick. */
  readonly balanced: boolean;
}

/**
 * Builds the table of a pool's initialised ticks.
 *
 * @param initialised Ascending by tick, no tick twice.
 */
export function createTickTable(initialised: readonly Tick[]): TickTable {
  const count = initialised.length;
  const sqrtRatio = initialised.map(({ tick }) => tickToSqrtRatio(tick));
  const fixed = sqrtRatio.map(toFixed);
  const { liquidityAbove, balanced } = sumLiquidity(initialised);
  const amount0Above = new Array<bigint>(count).fill(0n);
  const amount1Below = new Array<bigint>(count).fill(0n);
  const stretchOf = (i: number) => ({
    lowerX128: fixed[i] ?? 0n,
    upperX128: fixed[i + 1] ?? 0n,
    liquidity: liquidityAbove[i] ?? 0n,
  });
  for (let i = count - 2; i >= 0; i--) {
    amount0Above[i] = (amount0Above[i + 1] ?? 0n) + amount0DeltaDown(stretchOf(i));
  }
  for (let i = 1; i < count; i++) {
    amount1Below[i] = (amount1Below[i - 1] ?? 0n) + amount1DeltaDown(stretchOf(i - 1));
  }
  const ticks = Int32Array.from(initialised, ({ tick }) => tick);
  return { ticks, sqrtRatio, liquidityAbove, amount0Above, amount1Below, balanced };
}

/** The table of a pool whose liquidity is all in one range. */
export function rangeTable(
  [lower, upper]: readonly [lower: number, upper: number],
  liquidity: bigint,
): TickTable {
  if (liquidity === 0n) return createTickTable([]);
  return createTickTable([
    { tick: lower, liquidityNet: liquidity },
    { tick: upper, liquidityNet: -liquidity },
  ]);
}
