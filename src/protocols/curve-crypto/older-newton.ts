import { max } from "../../lib/math.ts";
import { descending, E18, invariantFrom, newtonY, type Shape } from "./newton.ts";

const MOST_STEPS = 255;
const LEAST_BALANCE = 10n ** 9n;
const MOST = 10n ** 33n;
const LEAST_D = 10n ** 17n;
/** The least part of the largest balance that others may be, 18 decimals, by number of coins. */
const LEAST_RATIO: Readonly<Record<number, bigint>> = { 2: 10n ** 14n, 3: 10n ** 11n };

/** Whether a balance is neither too small nor too large beside the invariant. */
function isNear(x: bigint, d: bigint): boolean {
  const part = (x * E18) / d;
  return part >= 10n ** 16n && part <= 10n ** 20n;
}

/**
 * `geometric_mean`: by Newton's method, as near as it comes.
 *
 * @param values Two or three numbers of 18 decimals.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoMath3.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
 */
export function geometricMean(values: readonly bigint[]): bigint | null {
  const x = descending(values);
  const n = BigInt(x.length);
  const [first = 0n, second = 0n] = x;
  let d = first;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (d === 0n) return null;
    const before: bigint = d;
    if (n === 2n) d = (before + (first * second) / before) / 2n;
    else {
      const rest = x.reduce((part, each) => (part * each) / before, E18);
      d = (before * ((n - 1n) * E18 + rest)) / (n * E18);
    }
    const change = d > before ? d - before : before - d;
    if (change <= 1n || change * E18 < d) return d;
  }
  return null;
}

/**
 * `newton_D` of older code: the loop of the newer one from another start, within other limits.
 *
 * @param xp Balances of two or three coins in units of the first, 18 decimals.
 * @returns 18 decimals; null where the contract reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoMath3.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
 */
export function olderNewtonD(xp: readonly bigint[], shape: Shape): bigint | null {
  const x = descending(xp);
  const [largest = 0n, ...others] = x;
  if (largest < LEAST_BALANCE || largest > MOST) return null;
  const least = LEAST_RATIO[x.length] ?? 0n;
  if (others.some((each) => (each * E18) / largest < least)) return null;
  const mean = geometricMean(x);
  const d = mean === null ? null : invariantFrom(BigInt(x.length) * mean, x, shape);
  return d !== null && d > 0n && x.every((each) => isNear(each, d)) ? d : null;
}

/**
 * `newton_y` of older code: the loop of the newer one, within other limits.
 *
 * @param xp In units of the first coin, 18 decimals; the one at `index` is not looked at.
 * @returns 18 decimals; null where the contract reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoMath3.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
 */
export function olderNewtonY(
  xp: readonly bigint[],
  index: number,
  { d, shape }: { readonly d: bigint; readonly shape: Shape },
): bigint | null {
  if (d < LEAST_D || d > MOST) return null;
  const others = xp.filter((_, i) => i !== index);
  const n = BigInt(xp.length);
  // Of two coins the contract rounds twice the part.
  const isFair = (x: bigint): boolean => {
    if (n === 3n) return isNear(x, d);
    const twice = (2n * E18 * x) / d;
    return twice >= 2n * 10n ** 16n && twice <= 2n * 10n ** 20n;
  };
  if (!others.every(isFair)) return null;
  const y = newtonY(others, d, shape);
  return y !== null && isNear(y, d) ? y : null;
}

const HALF_PRECISION = 10n ** 10n;
const MOST_HALVES = 59n;

/**
 * `halfpow`: a half to a power, by its series.
 *
 * @param power 18 decimals.
 * @returns 18 decimals, good for 8.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoMath3.vy
 */
export function halfPower(power: bigint): bigint {
  const whole = power / E18;
  const rest = power - whole * E18;
  if (whole > MOST_HALVES) return 0n;
  const result = E18 / 2n ** whole;
  if (rest === 0n) return result;
  let [term, sum, isNegative] = [E18, E18, false];
  for (let k = E18; ; k += E18) {
    const before = k - E18;
    if (rest > before) isNegative = !isNegative;
    const factor = rest > before ? rest - before : before - rest;
    term = (term * (factor / 2n)) / k;
    sum = isNegative ? sum - term : sum + term;
    if (term < HALF_PRECISION) return (result * sum) / E18;
  }
}

/**
 * `sqrt_int`: of a number of 18 decimals.
 *
 * @returns 18 decimals; null where the contract's search ends in a circle, at which it reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoMath3.vy
 */
export function squareRoot(x: bigint): bigint | null {
  if (x === 0n) return 0n;
  let [next, root] = [(x + E18) / 2n, x];
  for (let step = 0; step <= MOST_STEPS; step++) {
    if (next === root) return root;
    root = next;
    next = ((x * E18) / next + next) / 2n;
  }
  return null;
}

/** `get_xcp`: what a balanced pool would hold, by the geometric mean; 18 decimals. */
export function olderWorth(d: bigint, priceScales: readonly bigint[]): bigint | null {
  const n = BigInt(priceScales.length + 1);
  if (priceScales.includes(0n)) return null;
  return geometricMean([d / n, ...priceScales.map((price) => (d * E18) / (n * price))]);
}

/** How far a number is from 18 decimals' one. */
export function fromOne(ratio: bigint): bigint {
  return max(ratio - E18, E18 - ratio);
}
