import { mulWadDown, ONE } from "./fixed-point.ts";

/** One with the 38 decimals that an ellipse's derived numbers have. */
export const ONE_XP = 10n ** 38n;

const HALF_XP = 10n ** 19n;

/**
 * `a * b / 10^18`, away from 0. Up and down are those of the absolute value here, as numbers have
 * signs: what rounds down is `mulWadDown` and `divWadDown`.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/SignedFixedPoint.sol
 */
export function mulUp(a: bigint, b: bigint): bigint {
  return awayFromZero(a * b, ONE);
}

/** `a * 10^18 / b`, away from 0; b is positive. */
export function divUp(a: bigint, b: bigint): bigint {
  return awayFromZero(a * ONE, b);
}

/** `a * b / 10^38`, towards 0. */
export function mulXp(a: bigint, b: bigint): bigint {
  return (a * b) / ONE_XP;
}

/** `a * 10^38 / b`, towards 0. */
export function divXp(a: bigint, b: bigint): bigint {
  return (a * ONE_XP) / b;
}

/** A number times one with 38 decimals, towards minus infinity by the steps of the contracts. */
export function timesXpFloor(a: bigint, b: bigint): bigint {
  const [high, low] = productsOf(a, b);
  const sum = high + low / HALF_XP;
  return high >= 0n && low >= 0n ? sum / HALF_XP : (sum + 1n) / HALF_XP - 1n;
}

/** A number times one with 38 decimals, towards infinity by the steps of the contracts. */
export function timesXpCeiling(a: bigint, b: bigint): bigint {
  const [high, low] = productsOf(a, b);
  const sum = high + low / HALF_XP;
  return high <= 0n && low <= 0n ? sum / HALF_XP : (sum - 1n) / HALF_XP + 1n;
}

/**
 * The square root of a number with 18 decimals, by seven steps of Newton's method; null where they
 * did not come near enough.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroPoolMath.sol
 */
export function squareRoot(input: bigint): bigint | null {
  if (input <= 0n) return 0n;
  let root = firstGuess(input);
  for (let step = 0; step < 7; step++) root = (root + (input * ONE) / root) / 2n;
  const difference = mulWadDown(root, root) - input;
  const tolerance = mulUp(root, 5n);
  return difference <= tolerance && -difference <= tolerance && tolerance <= input ? root : null;
}

/** Roots of powers of ten from 10^-17 to 10^-1, rounded down. */
const SMALL_ROOTS = [
  ...[3_162_277_660n, 10n ** 10n, 31_622_776_601n, 10n ** 11n, 316_227_766_016n, 10n ** 12n],
  ...[3_162_277_660_168n, 10n ** 13n, 31_622_776_601_683n, 10n ** 14n, 316_227_766_016_837n],
  ...[10n ** 15n, 3_162_277_660_168_379n, 10n ** 16n, 31_622_776_601_683_793n, 10n ** 17n],
  316_227_766_016_837_933n,
];

function firstGuess(input: bigint): bigint {
  if (input >= ONE) {
    const bits = (input / ONE).toString(2).length - 1;
    return ONE << BigInt(bits >> 1);
  }
  const place = SMALL_ROOTS.findIndex((_, i) => input <= 10n ** BigInt(i + 1));
  return SMALL_ROOTS[place] ?? input;
}

function productsOf(a: bigint, b: bigint): readonly [high: bigint, low: bigint] {
  return [a * (b / HALF_XP), a * (b % HALF_XP)];
}

function awayFromZero(a: bigint, b: bigint): bigint {
  if (a > 0n) return (a - 1n) / b + 1n;
  return a < 0n ? (a + 1n) / b - 1n : 0n;
}
