/** One in ray, the scale of indices and yearly rates: 27 decimals. */
export const RAY = 10n ** 27n;

const HALF_RAY = RAY / 2n;
const SECONDS_PER_YEAR = 31_536_000n;
const BPS = 10_000n;

/**
 * `a * b / 10^27`, rounded half up.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/math/WadRayMath.sol
 */
export function rayMul(a: bigint, b: bigint): bigint {
  return (a * b + HALF_RAY) / RAY;
}

/**
 * `a * 10^27 / b`, rounded half up.
 *
 * @param b At least 1; 0 throws `RangeError`.
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/math/WadRayMath.sol
 */
export function rayDiv(a: bigint, b: bigint): bigint {
  return (a * RAY + b / 2n) / b;
}

/**
 * `a * b / 10^27`, rounded down.
 *
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/math/WadRayMath.sol
 */
export function rayMulFloor(a: bigint, b: bigint): bigint {
  return (a * b) / RAY;
}

/**
 * `a * 10^27 / b`, rounded down.
 *
 * @param b At least 1; 0 throws `RangeError`.
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/math/WadRayMath.sol
 */
export function rayDivFloor(a: bigint, b: bigint): bigint {
  return (a * RAY) / b;
}

/**
 * `a * 10^27 / b`, rounded up.
 *
 * @param a At least 0.
 * @param b At least 1; 0 throws `RangeError`.
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/math/WadRayMath.sol
 */
export function rayDivCeil(a: bigint, b: bigint): bigint {
  return (a * RAY + b - 1n) / b;
}

/** Largest scaled amount whose `rayMul` with `index` is at most `amount`. */
export function largestScaled(amount: bigint, index: bigint): bigint {
  return ((amount + 1n) * RAY - HALF_RAY - 1n) / index;
}

/** Largest amount whose `rayDiv` by `index` is at most `scaled`. */
export function largestAmount(scaled: bigint, index: bigint): bigint {
  return ((scaled + 1n) * index - index / 2n - 1n) / RAY;
}

/**
 * `value * bps / 10^4`, rounded half up.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/math/PercentageMath.sol
 */
export function percentMul(value: bigint, bps: bigint): bigint {
  return (value * bps + BPS / 2n) / BPS;
}

/**
 * Growth factor in ray of a yearly rate without compounding, rounded down.
 *
 * @param rateRay Yearly, in ray.
 * @param seconds At least 0.
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/math/MathUtils.sol
 */
export function linearInterest(rateRay: bigint, seconds: bigint): bigint {
  return RAY + (rateRay * seconds) / SECONDS_PER_YEAR;
}

/**
 * Growth factor in ray of a yearly rate compounded every second: the first three terms of the
 * binomial series.
 *
 * @param rateRay Yearly, in ray.
 * @param seconds At least 0.
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/math/MathUtils.sol
 */
export function compoundedInterest(rateRay: bigint, seconds: bigint): bigint {
  if (seconds === 0n) return RAY;
  const expMinusOne = seconds - 1n;
  const expMinusTwo = seconds > 2n ? seconds - 2n : 0n;
  const basePowerTwo = rayMul(rateRay, rateRay) / (SECONDS_PER_YEAR * SECONDS_PER_YEAR);
  const basePowerThree = rayMul(basePowerTwo, rateRay) / SECONDS_PER_YEAR;
  const secondTerm = (seconds * expMinusOne * basePowerTwo) / 2n;
  const thirdTerm = (seconds * expMinusOne * expMinusTwo * basePowerThree) / 6n;
  return RAY + (rateRay * seconds) / SECONDS_PER_YEAR + secondTerm + thirdTerm;
}

/**
 * The same since version 3.4: the first terms of the exponential function.
 *
 * @param rateRay Yearly, in ray.
 * @param seconds At least 0.
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/math/MathUtils.sol
 */
export function exponentialInterest(rateRay: bigint, seconds: bigint): bigint {
  const x = (rateRay * seconds) / SECONDS_PER_YEAR;
  return RAY + x + rayMul(x, x / 2n + rayMul(x, x / 6n));
}
