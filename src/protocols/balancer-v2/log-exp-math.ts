const ONE_18 = 10n ** 18n;
const ONE_20 = 10n ** 20n;
const ONE_36 = 10n ** 36n;

/** Range in which the logarithm is taken with 36 decimals. */
const LN_36_LOWER_BOUND = ONE_18 - 10n ** 17n;
const LN_36_UPPER_BOUND = ONE_18 + 10n ** 17n;

interface Factor {
  /** Natural logarithm of `a`. */
  readonly x: bigint;
  readonly a: bigint;
}

/** e^128 and e^64 without decimals; `x` with 18. */
const WHOLE: readonly Factor[] = [
  { x: 128n * ONE_18, a: 38877084059945950922200000000000000000000000000000000000n },
  { x: 64n * ONE_18, a: 6235149080811616882910000000n },
];

/** e^32 down to e^(1/16), each the root of the one before; both numbers with 20 decimals. */
const FACTORS: readonly Factor[] = [
  { x: 3200000000000000000000n, a: 7896296018268069516100000000000000n },
  { x: 1600000000000000000000n, a: 888611052050787263676000000n },
  { x: 800000000000000000000n, a: 298095798704172827474000n },
  { x: 400000000000000000000n, a: 5459815003314423907810n },
  { x: 200000000000000000000n, a: 738905609893065022723n },
  { x: 100000000000000000000n, a: 271828182845904523536n },
  { x: 50000000000000000000n, a: 164872127070012814685n },
  { x: 25000000000000000000n, a: 128402541668774148407n },
  { x: 12500000000000000000n, a: 113314845306682631683n },
  { x: 6250000000000000000n, a: 106449445891785942956n },
];

/** How many of the factors the exponential takes out; the logarithm takes all. */
const EXP_FACTORS = 8;

/** Terms of the exponential's Taylor series after 1 + x. */
const EXP_TERMS = 12n;

/**
 * `x ^ y` of two numbers with 18 decimals, by way of logarithm and exponential, with the contract's
 * constants, order and rounding toward zero. The contract's range checks are left out: the pools'
 * limits keep every power inside them.
 *
 * @param x At least 0.
 * @param y At least 0.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/solidity-utils/contracts/math/LogExpMath.sol
 */
export function pow(x: bigint, y: bigint): bigint {
  if (y === 0n) return ONE_18;
  if (x === 0n) return 0n;
  if (LN_36_LOWER_BOUND < x && x < LN_36_UPPER_BOUND) {
    const ln = ln36(x);
    return exp(((ln / ONE_18) * y + ((ln % ONE_18) * y) / ONE_18) / ONE_18);
  }
  return exp((ln18(x) * y) / ONE_18);
}

/** `e ^ x`, 18 decimals. */
export function exp(x: bigint): bigint {
  if (x < 0n) return (ONE_18 * ONE_18) / exp(-x);
  let rest = x;
  let whole = 1n;
  const taken = WHOLE.find((factor) => rest >= factor.x);
  if (taken !== undefined) {
    rest -= taken.x;
    whole = taken.a;
  }
  rest *= 100n;
  let product = ONE_20;
  for (const factor of FACTORS.slice(0, EXP_FACTORS)) {
    if (rest < factor.x) continue;
    rest -= factor.x;
    product = (product * factor.a) / ONE_20;
  }
  let sum = ONE_20 + rest;
  let term = rest;
  for (let n = 2n; n <= EXP_TERMS; n++) {
    term = (term * rest) / ONE_20 / n;
    sum += term;
  }
  return (((product * sum) / ONE_20) * whole) / 100n;
}

/** Natural logarithm, 18 decimals; `a` above 0. */
export function ln(a: bigint): bigint {
  return LN_36_LOWER_BOUND < a && a < LN_36_UPPER_BOUND ? ln36(a) / ONE_18 : ln18(a);
}

function ln18(a: bigint): bigint {
  if (a < ONE_18) return -ln18((ONE_18 * ONE_18) / a);
  let rest = a;
  let sum = 0n;
  for (const factor of WHOLE) {
    if (rest < factor.a * ONE_18) continue;
    rest /= factor.a;
    sum += factor.x;
  }
  sum *= 100n;
  rest *= 100n;
  for (const factor of FACTORS) {
    if (rest < factor.a) continue;
    rest = (rest * ONE_20) / factor.a;
    sum += factor.x;
  }
  return (sum + series(((rest - ONE_20) * ONE_20) / (rest + ONE_20), ONE_20, 11n)) / 100n;
}

/** Natural logarithm with 36 decimals of a number near 1. */
function ln36(x: bigint): bigint {
  const scaled = x * ONE_18;
  return series(((scaled - ONE_36) * ONE_36) / (scaled + ONE_36), ONE_36, 15n);
}

/** 2 (z + z^3 / 3 + z^5 / 5 + ... + z^last / last), which is ln((1 + z) / (1 - z)). */
function series(z: bigint, one: bigint, last: bigint): bigint {
  const square = (z * z) / one;
  let power = z;
  let sum = z;
  for (let n = 3n; n <= last; n += 2n) {
    power = (power * square) / one;
    sum += power / n;
  }
  return sum * 2n;
}
