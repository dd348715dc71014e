import { encodeFunctionData, type Hex, parseAbi } from "viem";
import type { DevnetToken, RangedPool } from "../manifest.ts";
import { binCalls } from "../market/bin-calls.ts";
import { callsOf, infinityKey } from "../market/managed-calls.ts";
import type { Random } from "../market/random.ts";
import type { PoolState, TradedPool } from "./pool-state.ts";

/** What the trader calls on the market maker. */
export const traderAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function swapV2(address pair, bool zeroForOne, uint256 amountIn) returns (uint256 amountOut)",
  "function swapLB(address pair, bool swapForY, uint256 amountIn)",
  "function swapFluid(address pool, address tokenIn, bool swap0to1, uint256 amountIn) returns (uint256 amountOut)",
  "function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96) returns (uint256 amountOut)",
  "function provideV3(address pool, Range[] ranges)",
  "function withdrawV3(address pool, Range range)",
  "function provideAlgebra(address pool, Range[] ranges)",
  "function withdrawAlgebra(address pool, Range range)",
  "function provideRamses(address pool, Range[] ranges)",
  "function withdrawRamses(address pool, Range range)",
]);

/** How liquidity is moved in pools that are contracts of their own, other than Uniswap V3's. */
const MOVES = {
  algebra: { provide: "provideAlgebra", withdraw: "withdrawAlgebra" },
  "ramses-v3": { provide: "provideRamses", withdraw: "withdrawRamses" },
  others: { provide: "provideV3", withdraw: "withdrawV3" },
} as const;

function movesOf({ family }: Pick<TradedPool, "family">) {
  return family === "algebra" || family === "ramses-v3" ? MOVES[family] : MOVES.others;
}

/**
 * Largest change of the price's logarithm by one trade, by fee: 0.01 is half a percent of a pair's
 * reserves. Pools with low fees hold their price closer.
 */
const LARGEST_MOVES: Readonly<Record<number, number>> = {
  100: 0.0002,
  500: 0.001,
  2500: 0.008,
  3000: 0.01,
  10000: 0.01,
};

/** A trade moves the price by at least this share of the largest move, where it may. */
const SMALLEST_SHARE = 0.02;

/**
 * Share of its fee by which a pool's price may leave the ratio of the tokens' prices. Beyond all of
 * it a circle over two pools pays, which others would be quick to trade.
 */
const KEPT_SHARE = 0.9;

/**
 * A random swap that tends to bring the pool's price back to the ratio of the tokens' prices, and
 * leaves it no further than others would let it go.
 *
 * @returns Calldata for the market maker; null when the amount would round to nothing.
 */
export function randomSwap(
  state: PoolState,
  tokens: ReadonlyMap<string, DevnetToken>,
  random: Random,
): Hex | null {
  const { pool } = state;
  const largest = LARGEST_MOVES[pool.feePips] ?? 0.01;
  const kept = (KEPT_SHARE * pool.feePips) / 1e6;
  const deviation = Math.log(state.price / targetPrice(state, tokens));
  // Selling token0 lowers the price: the more likely, the higher it stands.
  const sellProbability = Math.min(0.95, Math.max(0.05, 0.5 + deviation / (2 * largest)));
  const isWanted = random.next() < sellProbability;
  const zeroForOne = isWanted ? deviation > -kept : deviation > kept;
  const room = zeroForOne ? kept + deviation : kept - deviation;
  const move = Math.min(largest * SMALLEST_SHARE ** random.next(), room);
  const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
  // On x * y = k the price moves twice as much as the reserve.
  const amountIn = BigInt(Math.floor(reserveIn * (Math.exp(move / 2) - 1)));
  if (amountIn === 0n) return null;
  if (pool.family === "fluid") {
    const tokenIn = zeroForOne ? pool.token0 : pool.token1;
    const args = [pool.address, tokenIn, zeroForOne, amountIn] as const;
    return encodeFunctionData({ abi: traderAbi, functionName: "swapFluid", args });
  }
  if (pool.family === "pancakeswap-infinity-bin") {
    return binCalls(infinityKey(pool)).swap(zeroForOne, -amountIn);
  }
  if (state.concentrated === null) {
    const args = [pool.address, zeroForOne, amountIn] as const;
    const functionName = pool.family === "liquidity-book" ? "swapLB" : "swapV2";
    return encodeFunctionData({ abi: traderAbi, functionName, args });
  }
  const limit = movedSqrtPrice(state.concentrated.sqrtPriceX96, zeroForOne ? -move : move);
  if (isRanged(pool)) {
    return callsOf(pool).swap({ zeroForOne, amountIn, sqrtPriceLimitX96: limit });
  }
  const args = [pool.address, zeroForOne, amountIn, limit] as const;
  return encodeFunctionData({ abi: traderAbi, functionName: "swapV3", args });
}

/** A position of the trader. */
export interface Position {
  readonly pool: TradedPool;
  readonly lower: number;
  readonly upper: number;
  readonly liquidity: bigint;
}

/**
 * A random position around the price with 0.1 % to 2 % of the active liquidity; null for a pair.
 */
export function randomPosition(state: PoolState, random: Random): Position | null {
  const { concentrated, pool } = state;
  const spacing = pool.tickSpacing;
  if (concentrated === null || spacing === null) return null;
  const liquidity = (concentrated.liquidity * BigInt(1 + random.below(20))) / 1000n;
  if (liquidity === 0n) return null;
  const base = Math.floor(concentrated.tick / spacing) * spacing;
  const lower = base - spacing * random.below(20);
  const upper = base + spacing * (1 + random.below(20));
  return { pool, lower, upper, liquidity };
}

/** Calldata that provides a position. */
export function provideCall({ pool, ...range }: Position): Hex {
  if (isRanged(pool)) return callsOf(pool).provide([range]);
  const args = [pool.address, [range]] as const;
  return encodeFunctionData({ abi: traderAbi, functionName: movesOf(pool).provide, args });
}

/** Calldata that takes a position out, with its fees. */
export function withdrawCall({ pool, ...range }: Position): Hex {
  if (isRanged(pool)) return callsOf(pool).withdraw(range);
  const args = [pool.address, range] as const;
  return encodeFunctionData({ abi: traderAbi, functionName: movesOf(pool).withdraw, args });
}

function isRanged(pool: TradedPool): pool is RangedPool {
  return pool.family === "uniswap-v4" || pool.family === "pancakeswap-infinity";
}

function targetPrice({ pool }: PoolState, tokens: ReadonlyMap<string, DevnetToken>): number {
  const [token0, token1] = [tokens.get(pool.token0), tokens.get(pool.token1)];
  if (token0 === undefined || token1 === undefined) {
    throw new Error(`The manifest lacks a token of the pool ${pool.address}.`);
  }
  return token0.priceUsd / 10 ** token0.decimals / (token1.priceUsd / 10 ** token1.decimals);
}

function movedSqrtPrice(sqrtPriceX96: bigint, move: number): bigint {
  const scale = 10n ** 12n;
  return (sqrtPriceX96 * BigInt(Math.floor(Math.exp(move / 2) * 1e12))) / scale;
}
