/**
 * Square roots of prices (token1 per token0) as the contract keeps them: 96 bits, of which the
 * highest two tell how far the others are shifted. Such numbers have the order of what they stand
 * for. Their value, here called fixed, is a 64.128 fixed-point number.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/types/sqrtRatio.sol
 */
const MANTISSA_BITS = 94n;
const MANTISSA = (1n << MANTISSA_BITS) - 1n;
/** Of the smallest region, and from one to the next. */
const [FIRST_SHIFT, REGION_SHIFT] = [2n, 32n];
/** Below it the fixed numbers of the smallest region are. */
const FIRST_END_BITS = 96n;
const REGIONS = 4n;
/** In all regions but the smallest. */
const LEAST_MANTISSA = 1n << 62n;

/** The lowest and the highest price. */
export const MIN_SQRT_RATIO = 4_611_797_791_050_542_631n;
export const MAX_SQRT_RATIO = 79_227_682_466_138_141_934_206_691_491n;

/** Above all prices: what the contract has for one that no number stands for. */
export const BEYOND_SQRT_RATIO = (1n << 96n) - 1n;

/** One, as a fixed number. */
export const ONE_X128 = 1n << 128n;

/** The 64.128 fixed-point number that a compact one stands for. */
export function toFixed(sqrtRatio: bigint): bigint {
  const region = sqrtRatio >> MANTISSA_BITS;
  return (sqrtRatio & MANTISSA) << shiftOf(region);
}

/** The least fixed number that a compact one above this one stands for. */
export function fixedAbove(sqrtRatio: bigint): bigint {
  return toFixed(sqrtRatio) + (1n << shiftOf(sqrtRatio >> MANTISSA_BITS));
}

/** The fixed number that the compact one below this one stands for. */
export function fixedBelow(sqrtRatio: bigint): bigint {
  const region = sqrtRatio >> MANTISSA_BITS;
  const isFirst = region > 0n && (sqrtRatio & MANTISSA) === LEAST_MANTISSA;
  return toFixed(sqrtRatio) - (1n << shiftOf(isFirst ? region - 1n : region));
}

/** The highest compact number that is not above a fixed one below 2^192. */
export function toSqrtRatioDown(fixed: bigint): bigint {
  return compact(fixed, 0n);
}

/**
 * The lowest compact number that is not below a fixed one; `BEYOND_SQRT_RATIO` where there is none.
 */
export function toSqrtRatioUp(fixed: bigint): bigint {
  return compact(fixed, 1n);
}

function compact(fixed: bigint, up: bigint): bigint {
  for (let region = 0n; region < REGIONS; region++) {
    const shift = shiftOf(region);
    const raised = fixed + up * ((1n << shift) - 1n);
    if (raised >> (FIRST_END_BITS + REGION_SHIFT * region) === 0n) {
      return (region << MANTISSA_BITS) | (raised >> shift);
    }
  }
  return BEYOND_SQRT_RATIO;
}

function shiftOf(region: bigint): bigint {
  return FIRST_SHIFT + REGION_SHIFT * region;
}
