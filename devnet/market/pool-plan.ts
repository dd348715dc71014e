import type { Address } from "viem";
import type { DevnetToken } from "../manifest.ts";

/** A factory that pools are made with. */
export interface Venue {
  readonly name: string;
  readonly factory: Address;
}

/** A pair of `x * y = k` to be made, tokens in any order. */
export interface V2Plan {
  readonly venue: Venue;
  readonly tokenA: DevnetToken;
  readonly tokenB: DevnetToken;
  /** Whole amounts, smallest units, in the order of tokens given. */
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly recorded: boolean;
}

/** One position, ticks as multiples of the pool's spacing. */
export interface Range {
  readonly lower: number;
  readonly upper: number;
  readonly liquidity: bigint;
}

/** A concentrated pool to be made. `token0` has the lower address. */
export interface V3Plan {
  readonly venue: Venue;
  readonly token0: DevnetToken;
  readonly token1: DevnetToken;
  /** Hundredths of a basis point. */
  readonly fee: number;
  readonly sqrtPriceX96: bigint;
  readonly ranges: readonly Range[];
  readonly recorded: boolean;
}

/** All pools of a chain. */
export interface MarketPlan {
  readonly v2: readonly V2Plan[];
  readonly v3: readonly V3Plan[];
}

/**
 * Tick spacing of each fee tier of Uniswap V3 and PancakeSwap V3, both in hundredths of a basis
 * point.
 */
const TICK_SPACINGS: Readonly<Record<number, number>> = {
  // https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v3/reference/core/UniswapV3Factory.md
  100: 1,
  500: 10,
  2500: 50,
  3000: 60,
  10000: 200,
};

/** Tick spacing of a fee tier; throws for a tier that no factory enables. */
export function tickSpacing(fee: number): number {
  const spacing = TICK_SPACINGS[fee];
  if (spacing === undefined)
    throw new Error(`No factory enables the fee ${fee}; choose 100, 500, 2500, 3000 or 10000.`);
  return spacing;
}
