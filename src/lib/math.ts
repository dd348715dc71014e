/** Largest value of a Solidity `uint112`. */
export const MAX_UINT112 = (1n << 112n) - 1n;

/** Largest value of a Solidity `uint128`. */
export const MAX_UINT128 = (1n << 128n) - 1n;

/** Largest value of a Solidity `uint256`. */
export const MAX_UINT256 = (1n << 256n) - 1n;

/** Hundredths of a basis point in one: the scale of `feePips`. */
export const PIPS = 1_000_000n;

/**
 * `a / b`, rounded up.
 *
 * @param a At least 0.
 * @param b At least 1; 0 throws `RangeError`.
 */
export function divUp(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b === a ? quotient : quotient + 1n;
}

/**
 * `a * b / denominator`, rounded down, with an intermediate product of any size.
 *
 * @param a At least 0.
 * @param b At least 0.
 * @param denominator At least 1; 0 throws `RangeError`.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/FullMath.sol#L14
 */
export function mulDivDown(a: bigint, b: bigint, denominator: bigint): bigint {
  return (a * b) / denominator;
}

/**
 * `a * b / denominator`, rounded up, with an intermediate product of any size.
 *
 * @param a At least 0.
 * @param b At least 0.
 * @param denominator At least 1; 0 throws `RangeError`.
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/FullMath.sol#L113
 */
export function mulDivUp(a: bigint, b: bigint, denominator: bigint): bigint {
  return divUp(a * b, denominator);
}

/** The smaller of the two. */
export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger of the two. */
export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
