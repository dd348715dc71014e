import { divUp } from "../../lib/math.ts";
import {
  BEYOND_SQRT_RATIO,
  fixedAbove,
  fixedBelow,
  toFixed,
  toSqrtRatioDown,
  toSqrtRatioUp,
} from "./sqrt-ratio.ts";

const ONE_X64 = 1n << 64n;
/** Beyond it the contract counts no price. */
const MAX_FIXED = (1n << 192n) - 1n;

/** Two fixed square roots of prices, the lower one first, and the liquidity between them. */
export interface Stretch {
  readonly lowerX128: bigint;
  readonly upperX128: bigint;
  readonly liquidity: bigint;
}

/**
 * Token0 between two prices, rounded up; smallest unit.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/delta.sol
 */
export function amount0DeltaUp({ lowerX128, upperX128, liquidity }: Stretch): bigint {
  return divUp(divUp((liquidity << 128n) * (upperX128 - lowerX128), upperX128), lowerX128);
}

/** As `amount0DeltaUp`, rounded down. */
export function amount0DeltaDown({ lowerX128, upperX128, liquidity }: Stretch): bigint {
  return ((liquidity << 128n) * (upperX128 - lowerX128)) / upperX128 / lowerX128;
}

/** Token1 between two prices, rounded up; smallest unit. */
export function amount1DeltaUp({ lowerX128, upperX128, liquidity }: Stretch): bigint {
  return -((-(upperX128 - lowerX128) * liquidity) >> 128n);
}

/** As `amount1DeltaUp`, rounded down. */
export function amount1DeltaDown({ lowerX128, upperX128, liquidity }: Stretch): bigint {
  return ((upperX128 - lowerX128) * liquidity) >> 128n;
}

/**
 * Compact square root of the price after an input of token0, rounded towards the start.
 *
 * @param amount Smallest unit, without its fee; below 2^127.
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/sqrtRatio.sol
 */
export function nextSqrtRatioFrom0(sqrtRatio: bigint, liquidity: bigint, amount: bigint): bigint {
  if (amount === 0n) return sqrtRatio;
  const liquidityX128 = liquidity << 128n;
  return toSqrtRatioUp(divUp(liquidityX128, liquidityX128 / toFixed(sqrtRatio) + amount));
}

/** As `nextSqrtRatioFrom0` of an input of token1; `BEYOND_SQRT_RATIO` where no number has it. */
export function nextSqrtRatioFrom1(sqrtRatio: bigint, liquidity: bigint, amount: bigint): bigint {
  const next = toFixed(sqrtRatio) + (amount << 128n) / liquidity;
  return next > MAX_FIXED ? BEYOND_SQRT_RATIO : toSqrtRatioDown(next);
}

/**
 * The largest input of token0, without its fee, that brings the price down to a compact square root
 * and not below.
 */
export function most0To(sqrtRatio: bigint, liquidity: bigint, end: bigint): bigint {
  const liquidityX128 = liquidity << 128n;
  return (liquidityX128 - 1n) / fixedBelow(end) - liquidityX128 / toFixed(sqrtRatio);
}

/** As `most0To` of token1 that brings the price up. */
export function most1To(sqrtRatio: bigint, liquidity: bigint, end: bigint): bigint {
  return ((fixedAbove(end) - toFixed(sqrtRatio)) * liquidity - 1n) >> 128n;
}

/**
 * The fee of an input, rounded up.
 *
 * @param feeX64 Part of the input, times 2^64.
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/math/fee.sol
 */
export function feeOf(amountIn: bigint, feeX64: bigint): bigint {
  return (amountIn * feeX64 + ONE_X64 - 1n) >> 64n;
}

/** The least input of which so much is left after the fee. */
export function beforeFee(amount: bigint, feeX64: bigint): bigint {
  return divUp(amount << 64n, ONE_X64 - feeX64);
}

/** The largest input of which no more is left after the fee. */
export function mostBeforeFee(amount: bigint, feeX64: bigint): bigint {
  return (((amount + 1n) << 64n) - 1n) / (ONE_X64 - feeX64);
}
