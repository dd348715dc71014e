import type { Holding } from "../protocol.ts";
import { type ConcentratedPool, isUsable } from "./pool.ts";
import { amount0DeltaDown, amount1DeltaDown } from "./sqrt-price-math.ts";
import { positionAtOrBelow } from "./tick-table.ts";

/**
 * What all positions would be paid if they left, fees not counted: token0 between the price and the
 * highest tick, token1 between the lowest tick and the price. Rounded down once for each pair of
 * neighbouring ticks; unknown where the ticks do not add up.
 */
export function holdings(state: ConcentratedPool): readonly Holding[] {
  const { token0, token1, ticks, liquidity } = state;
  const isEmpty = ticks.ticks.length === 0 && liquidity === 0n;
  if (!isEmpty && !isUsable(state)) return [];
  return [
    { token: token0, amount: isEmpty ? 0n : amount0(state) },
    { token: token1, amount: isEmpty ? 0n : amount1(state) },
  ];
}

function amount0({ ticks: table, tick, sqrtPriceX96, liquidity }: ConcentratedPool): bigint {
  const above = positionAtOrBelow(table, tick) + 1;
  const upperX96 = table.sqrtRatioX96[above];
  if (upperX96 === undefined) return 0n;
  const beyond = (table.amount0Below.at(-1) ?? 0n) - (table.amount0Below[above] ?? 0n);
  return amount0DeltaDown(sqrtPriceX96, upperX96, liquidity) + beyond;
}

function amount1({ ticks: table, tick, sqrtPriceX96, liquidity }: ConcentratedPool): bigint {
  const below = positionAtOrBelow(table, tick);
  const lowerX96 = table.sqrtRatioX96[below];
  if (lowerX96 === undefined) return 0n;
  const beyond = (table.amount1Above[0] ?? 0n) - (table.amount1Above[below] ?? 0n);
  return amount1DeltaDown(lowerX96, sqrtPriceX96, liquidity) + beyond;
}
