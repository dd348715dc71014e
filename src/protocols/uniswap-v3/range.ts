import { divUp, MAX_UINT128, max, min } from "../../lib/math.ts";
import type { RangeQuote, TickRange } from "../range-positions.ts";
import type { ConcentratedPool } from "./pool.ts";
import { amount0DeltaUp, amount1DeltaUp } from "./sqrt-price-math.ts";
import { getSqrtRatioAtTick, MAX_TICK } from "./tick-math.ts";
import { createTickTable, type Tick, type TickTable } from "./tick-table.ts";

const Q96 = 1n << 96n;

/**
 * What a manager's addition to a range takes of the amounts, and the pool after it: the most
 * liquidity that both pay for, of which the pool then asks the amounts, rounded up. Null: none, or
 * more than the contracts count.
 *
 * @param amounts Most that may be taken of token0 and token1, smallest unit.
 * @see https://github.com/Uniswap/v3-periphery/blob/0682387198a24c7cd63566a2c58398533860a5d1/contracts/base/LiquidityManagement.sol#L51 `addLiquidity`
 */
export function addToRange<S extends ConcentratedPool>(
  state: S,
  range: TickRange,
  amounts: readonly [bigint, bigint],
): RangeQuote<S> | null {
  const [lowerX96, upperX96] = [getSqrtRatioAtTick(range.lower), getSqrtRatioAtTick(range.upper)];
  // The price, moved to the nearer end of the range where it is outside.
  const priceX96 = max(lowerX96, min(upperX96, state.sqrtPriceX96));
  const at = { lowerX96, priceX96, upperX96 };
  const liquidity = liquidityFor(at, amounts);
  if (state.sqrtPriceX96 === 0n || liquidity === 0n) return null;
  // What others have at the same ticks counts too, but is far from it.
  if (liquidity > maxLiquidityPerTick(state.tickSpacing)) return null;
  const isInRange = range.lower <= state.tick && state.tick < range.upper;
  return {
    liquidity,
    spent: [
      priceX96 < upperX96 ? amount0DeltaUp(priceX96, upperX96, liquidity) : 0n,
      amount1DeltaUp(lowerX96, priceX96, liquidity),
    ],
    needed: neededFor(at, liquidity),
    next: {
      ...state,
      liquidity: state.liquidity + (isInRange ? liquidity : 0n),
      ticks: withRange(state.ticks, range, liquidity),
    },
  };
}

/**
 * Most liquidity for the amounts of both tokens; a token that the range does not take does not
 * count. 0 where the contracts refuse.
 *
 * @see https://github.com/Uniswap/v3-periphery/blob/0682387198a24c7cd63566a2c58398533860a5d1/contracts/libraries/LiquidityAmounts.sol#L56 `getLiquidityForAmounts`
 */
function liquidityFor(
  at: { readonly lowerX96: bigint; readonly priceX96: bigint; readonly upperX96: bigint },
  [amount0, amount1]: readonly [bigint, bigint],
): bigint {
  const { lowerX96, priceX96, upperX96 } = at;
  const of0 = () => (amount0 * ((priceX96 * upperX96) / Q96)) / (upperX96 - priceX96);
  const of1 = () => (amount1 * Q96) / (priceX96 - lowerX96);
  const each = [
    ...(priceX96 === upperX96 ? [] : [of0()]),
    ...(priceX96 === lowerX96 ? [] : [of1()]),
  ];
  // The contracts refuse what one of them passes, though the other is less.
  return each.some((liquidity) => liquidity > MAX_UINT128) ? 0n : each.reduce(min);
}

/** @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/Tick.sol#L44 `tickSpacingToMaxLiquidityPerTick` */
function maxLiquidityPerTick(spacing: number): bigint {
  const farthest = Math.trunc(MAX_TICK / spacing);
  return MAX_UINT128 / BigInt(2 * farthest + 1);
}

/** Least amounts of both tokens for which `liquidityFor` gives as much. */
function neededFor(
  { lowerX96, priceX96, upperX96 }: Parameters<typeof liquidityFor>[0],
  liquidity: bigint,
): readonly [bigint, bigint] {
  return [
    priceX96 === upperX96
      ? 0n
      : divUp(liquidity * (upperX96 - priceX96), (priceX96 * upperX96) / Q96),
    divUp(liquidity * (priceX96 - lowerX96), Q96),
  ];
}

function withRange({ ticks, liquidityNet }: TickTable, range: TickRange, liquidity: bigint) {
  const nets = new Map<number, bigint>();
  for (const [i, tick] of ticks.entries()) nets.set(tick, liquidityNet[i] ?? 0n);
  nets.set(range.lower, (nets.get(range.lower) ?? 0n) + liquidity);
  nets.set(range.upper, (nets.get(range.upper) ?? 0n) - liquidity);
  const initialised = [...nets].map(([tick, net]): Tick => ({ tick, liquidityNet: net }));
  return createTickTable(initialised.sort((a, b) => a.tick - b.tick));
}
