/** What the invariant depends on besides balances. */
export interface Amplification {
  /** A * n^(n-1), times `aPrecision`. */
  readonly a: bigint;
  /** Scale of `a`: 1 in the earliest pools, 100 since. */
  readonly aPrecision: bigint;
  /** Whether the code divides by n^n in one, which rounds otherwise. */
  readonly dividesAtOnce: boolean;
  /** Whether the code divides by n times a balance and 1, as the first pools' does. */
  readonly addsUnit?: boolean | undefined;
}

/** Most steps of Newton's method that the contracts take. */
const MOST_STEPS = 255;

function isClose(a: bigint, b: bigint): boolean {
  return a > b ? a - b <= 1n : b - a <= 1n;
}

/**
 * The invariant D of balances: what the pool would hold in all if the coins were worth the same.
 *
 * @param xp Balances scaled to 18 decimals.
 * @returns 18 decimals; 0 without balances; null where the contract reverts: one coin is missing,
 *   or no convergence.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pool-templates/base/SwapTemplateBase.vy
 */
export function computeD(xp: readonly bigint[], amplification: Amplification): bigint | null {
  const { a, aPrecision } = amplification;
  const n = BigInt(xp.length);
  const sum = xp.reduce((total, x) => total + x, 0n);
  if (sum === 0n) return 0n;
  if (xp.includes(0n)) return null;
  const ann = a * n;
  let d = sum;
  for (let step = 0; step < MOST_STEPS; step++) {
    const dP = productTerm(xp, d, amplification);
    const previous = d;
    d =
      (((ann * sum) / aPrecision + dP * n) * d) /
      (((ann - aPrecision) * d) / aPrecision + (n + 1n) * dP);
    if (isClose(d, previous)) return d;
  }
  return null;
}

/**
 * Whether `computeD` comes to an end for balances, and for any a bit different. The contracts'
 * method ends when a step changes D by one unit at most, but every division of `productTerm` rounds
 * off up to one, which the divisions behind it multiply: where of very uneven coins the first is
 * the plenty one, steps may differ by more than that for ever.
 *
 * @param xp Balances scaled to 18 decimals.
 */
export function isSteady(xp: readonly bigint[], amplification: Amplification): boolean {
  const { a, aPrecision, dividesAtOnce } = amplification;
  const d = computeD(xp, amplification);
  if (d === null) return false;
  const n = xp.length;
  let [noise, term] = [0, 1];
  for (const x of xp) {
    const ratio = Number(d) / (Number(x) * (dividesAtOnce ? 1 : n));
    noise = noise * ratio + 1;
    term *= ratio;
  }
  const whole = dividesAtOnce ? n ** n : 1;
  // Units of the term by which D changes by one, at the solution.
  const steepness = (Number(a) * n) / Number(aPrecision) - 1 + ((n + 1) * term) / whole;
  return noise / whole <= steepness;
}

/**
 * D^(n+1) / (n^n * product of the balances), with the contract's rounding. Every balance must be
 * above 0.
 *
 * @see https://github.com/curvefi/curve-factory/blob/f389123bea5b682eea1e0746f1ffdff71c9366b6/contracts/implementations/plain-2/Plain2Basic.vy
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/steth/StableSwapSTETH.vy
 */
export function productTerm(
  xp: readonly bigint[],
  d: bigint,
  { dividesAtOnce, addsUnit }: Pick<Amplification, "dividesAtOnce" | "addsUnit">,
): bigint {
  const n = BigInt(xp.length);
  if (dividesAtOnce) return xp.reduce((product, x) => (product * d) / x, d) / n ** n;
  const unit = addsUnit ? 1n : 0n;
  return xp.reduce((product, x) => (product * d) / (x * n + unit), d);
}

/**
 * The balance of coin `index` that belongs to an invariant, the other balances given; `get_y` and
 * `get_y_D` of the contracts.
 *
 * @param xp Balances scaled to 18 decimals; the one at `index` is not looked at.
 * @returns 18 decimals; null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pool-templates/base/SwapTemplateBase.vy
 */
export function computeY(
  xp: readonly bigint[],
  index: number,
  { d, amplification }: { readonly d: bigint; readonly amplification: Amplification },
): bigint | null {
  const { a, aPrecision } = amplification;
  const n = BigInt(xp.length);
  const ann = a * n;
  let c = d;
  let sum = 0n;
  for (const [position, x] of xp.entries()) {
    if (position === index) continue;
    if (x === 0n) return null;
    sum += x;
    c = (c * d) / (x * n);
  }
  c = (c * d * aPrecision) / (ann * n);
  const b = sum + (d * aPrecision) / ann;
  let y = d;
  for (let step = 0; step < MOST_STEPS; step++) {
    const previous = y;
    const denominator = 2n * y + b - d;
    if (denominator <= 0n) return null;
    y = (y * y + c) / denominator;
    if (isClose(y, previous)) return y;
  }
  return null;
}
