import { max } from "../../lib/math.ts";
import { sqrtDown } from "../../lib/sqrt.ts";
import { cbrt, geometricMean } from "./roots.ts";

/** What the invariant depends on besides balances. */
export interface Shape {
  /** A * n^n, times 10,000. */
  readonly ann: bigint;
  /** How wide the band is in which liquidity is concentrated, 18 decimals. */
  readonly gamma: bigint;
}

export const E18 = 10n ** 18n;
export const A_MULTIPLIER = 10_000n;

const E14 = 10n ** 14n;
const E36 = 10n ** 36n;
const MOST_STEPS = 255;
/**
 * Of two coins: the largest balance and the least part of it that the other one may be, 18
 * decimals.
 */
const LEAST_OF_TWO = 10n ** 9n;
const MOST_OF_TWO = 10n ** 33n;
const LEAST_RATIO = 10n ** 14n;

/** The sum of numbers. */
export function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** Numbers, the largest first. */
export function descending(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0));
}

/** How far K0 is from gamma + 1, at least 1; 18 decimals. */
function distance(gamma: bigint, k0: bigint): bigint {
  const whole = gamma + E18;
  return whole > k0 ? whole - k0 + 1n : k0 - whole + 1n;
}

function firstGuess(x: readonly bigint[], sum: bigint, k0Before: bigint): bigint {
  const [a = 0n, b = 0n, c] = x;
  if (c === undefined) {
    if (k0Before === 0n) return 2n * sqrtDown(a * b);
    const guess = sqrtDown(((4n * a * b) / k0Before) * E18);
    return sum < guess ? sum : guess;
  }
  if (k0Before === 0n) return 3n * geometricMean(x);
  const [scale, back] =
    sum > E36 ? [E36, 10n ** 12n] : sum > 10n ** 24n ? [10n ** 24n, 10n ** 6n] : [E18, 1n];
  const product = ((((a * b) / scale) * c) / k0Before) * 27n * back;
  return product === 0n ? 0n : cbrt(product);
}

function productTerm(x: readonly bigint[], d: bigint): bigint {
  const [a = 0n, b = 0n, c] = x;
  if (c === undefined) return (((4n * E18 * a) / d) * b) / d;
  return (((((E18 * a * 3n) / d) * b * 3n) / d) * c * 3n) / d;
}

/**
 * `newton_D`: the invariant of balances.
 *
 * @param xp Balances of two or three coins in units of the first, 18 decimals.
 * @param k0Before Where the search begins, as `solveBalance` found it; 0: at the geometric mean.
 * @returns 18 decimals; null where the contract reverts, or would with the other of the two coins'
 *   two sets of limits.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveCryptoMathOptimized2.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function newtonD(
  xp: readonly bigint[],
  { ann, gamma }: Shape,
  k0Before = 0n,
): bigint | null {
  const n = BigInt(xp.length);
  const x = descending(xp);
  const [largest = 0n, second = 0n] = x;
  if (x.includes(0n)) return null;
  if (n === 2n) {
    if (largest < LEAST_OF_TWO || largest > MOST_OF_TWO) return null;
    if ((second * E18) / largest < LEAST_RATIO) return null;
  }
  const d = invariantFrom(firstGuess(x, sumOf(x), k0Before), x, { ann, gamma });
  return d !== null && x.every((each) => isNear(each, d, n)) ? d : null;
}

/**
 * The loop of `newton_D`, which all versions of the code share.
 *
 * @param guess Where the search begins, 18 decimals.
 * @param x Balances in units of the first coin, descending, 18 decimals.
 * @returns 18 decimals; null where the contract reverts.
 */
export function invariantFrom(
  guess: bigint,
  x: readonly bigint[],
  { ann, gamma }: Shape,
): bigint | null {
  const n = BigInt(x.length);
  const sum = sumOf(x);
  let d = guess;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (d === 0n) return null;
    const before = d;
    const k0 = productTerm(x, d);
    if (k0 === 0n) return null;
    const g = distance(gamma, k0);
    const mul1 = (((((E18 * d) / gamma) * g) / gamma) * g * A_MULTIPLIER) / ann;
    const mul2 = (2n * E18 * n * k0) / g;
    const slope = sum + (sum * mul2) / E18 + (mul1 * n) / k0 - (mul2 * d) / E18;
    if (slope <= 0n) return null;
    const plus = (d * (slope + sum)) / slope;
    const part = (d * (mul1 / slope)) / E18;
    const minus =
      (d * d) / slope + (E18 > k0 ? (part * (E18 - k0)) / k0 : -((part * (k0 - E18)) / k0));
    if (minus < 0n) return null;
    d = plus > minus ? plus - minus : (minus - plus) / 2n;
    const change = d > before ? d - before : before - d;
    if (change * E14 < max(10n ** 16n, d)) return d;
  }
  return null;
}

/** Whether a balance is neither too small nor too large beside the invariant. */
export function isNear(x: bigint, d: bigint, n: bigint): boolean {
  const part = (x * E18) / d;
  return part >= 10n ** 16n && part <= (n === 2n ? 10n ** 20n / 2n : 10n ** 20n);
}

/**
 * `_newton_y`: the balance that belongs to an invariant, the other balances given.
 *
 * @param others Of the other coins, by their order, 18 decimals.
 * @returns 18 decimals; null where the contract reverts.
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveCryptoMathOptimized3.vy
 */
export function newtonY(
  others: readonly bigint[],
  d: bigint,
  { ann, gamma }: Shape,
): bigint | null {
  const n = BigInt(others.length + 1);
  const sorted = descending(others);
  const [largest = 0n] = sorted;
  const limit = max(max(largest / E14, d / E14), 100n);
  const sum = sumOf(others);
  let y = n === 2n ? (d * d) / (largest * 4n) : d / n;
  let k0i = n === 2n ? (2n * E18 * largest) / d : E18;
  if (n > 2n) {
    for (const each of sorted.toReversed()) y = (y * d) / (each * n);
    for (const each of sorted) k0i = (k0i * each * n) / d;
  }
  for (let step = 0; step < MOST_STEPS; step++) {
    if (y === 0n) return null;
    const before = y;
    const k0 = (k0i * y * n) / d;
    if (k0 === 0n) return null;
    const g = distance(gamma, k0);
    const mul1 = (((((E18 * d) / gamma) * g) / gamma) * g * A_MULTIPLIER) / ann;
    const mul2 = E18 + (2n * E18 * k0) / g;
    const whole = sum + y;
    const rise = E18 * y + whole * mul2 + mul1 - d * mul2;
    if (rise < 0n) {
      y = before / 2n;
      continue;
    }
    const slope = rise / y;
    if (slope === 0n) return null;
    const part = mul1 / slope;
    const plus = (rise + E18 * d) / slope + (part * E18) / k0;
    const minus = part + (E18 * whole) / slope;
    y = plus < minus ? before / 2n : plus - minus;
    const change = y > before ? y - before : before - y;
    if (change < max(limit, y / E14)) return y;
  }
  return null;
}
