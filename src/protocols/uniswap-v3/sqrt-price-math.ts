import { divUp, mulDivUp } from "../../lib/math.ts";

const RESOLUTION = 96n;
const Q96_MASK = (1n << RESOLUTION) - 1n;
const UINT256_BOUND = 1n << 256n;

/**
 * Token0 between two prices, rounded up: `getAmount0Delta(…, roundUp = true)`. The contract divides
 * by one price after the other, rounding twice in the same direction, which comes to the same as
 * once.
 *
 * @param lowerX96 Lower square-root price, Q64.96, at least 1.
 * @param upperX96 Upper square-root price, Q64.96, at least `lowerX96`.
 * @param liquidity Pool liquidity units, uint128.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SqrtPriceMath.sol#L153
 */
export function amount0DeltaUp(lowerX96: bigint, upperX96: bigint, liquidity: bigint): bigint {
  return divUp((liquidity << RESOLUTION) * (upperX96 - lowerX96), upperX96 * lowerX96);
}

/**
 * Token0 between two prices, rounded down: `getAmount0Delta(…, roundUp = false)`. Parameters as in
 * `amount0DeltaUp`.
 */
export function amount0DeltaDown(lowerX96: bigint, upperX96: bigint, liquidity: bigint): bigint {
  return ((liquidity << RESOLUTION) * (upperX96 - lowerX96)) / (upperX96 * lowerX96);
}

/**
 * Token1 between two prices, rounded up: `getAmount1Delta(…, roundUp = true)`. Parameters as in
 * `amount0DeltaUp`.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SqrtPriceMath.sol#L182
 */
export function amount1DeltaUp(lowerX96: bigint, upperX96: bigint, liquidity: bigint): bigint {
  return (liquidity * (upperX96 - lowerX96) + Q96_MASK) >> RESOLUTION;
}

/**
 * Token1 between two prices, rounded down: `getAmount1Delta(…, roundUp = false)`. Parameters as in
 * `amount0DeltaUp`.
 */
export function amount1DeltaDown(lowerX96: bigint, upperX96: bigint, liquidity: bigint): bigint {
  return (liquidity * (upperX96 - lowerX96)) >> RESOLUTION;
}

/**
 * Price after an input: down for token0, up for token1, never further than the input pays for.
 *
 * @param sqrtPriceX96 Price before, Q64.96.
 * @param liquidity At least 1.
 * @param amountIn Smallest unit of the input token, after the fee.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SqrtPriceMath.sol#L108
 */
export function getNextSqrtPriceFromInput(
  sqrtPriceX96: bigint,
  liquidity: bigint,
  amountIn: bigint,
  zeroForOne: boolean,
): bigint {
  if (!zeroForOne) return sqrtPriceX96 + (amountIn << RESOLUTION) / liquidity;
  if (amountIn === 0n) return sqrtPriceX96;
  const numerator1 = liquidity << RESOLUTION;
  const denominator = numerator1 + amountIn * sqrtPriceX96;
  // The contract computes a less precise formula where the precise one would pass 256 bits.
  return denominator < UINT256_BOUND
    ? mulDivUp(numerator1, sqrtPriceX96, denominator)
    : divUp(numerator1, numerator1 / sqrtPriceX96 + amountIn);
}

/**
 * Price after an output: down for token1, up for token0, at least as far as the output needs.
 *
 * @param sqrtPriceX96 Price before, Q64.96.
 * @param liquidity At least 1.
 * @param amountOut Smallest unit of the output token; less than what the liquidity holds up to the
 *   step's target, so that none of the contract's range checks can fail.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SqrtPriceMath.sol#L132
 */
export function getNextSqrtPriceFromOutput(
  sqrtPriceX96: bigint,
  liquidity: bigint,
  amountOut: bigint,
  zeroForOne: boolean,
): bigint {
  if (zeroForOne) return sqrtPriceX96 - divUp(amountOut << RESOLUTION, liquidity);
  if (amountOut === 0n) return sqrtPriceX96;
  const numerator1 = liquidity << RESOLUTION;
  return mulDivUp(numerator1, sqrtPriceX96, numerator1 - amountOut * sqrtPriceX96);
}
