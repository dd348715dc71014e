import { divUp } from "../../lib/math.ts";

/** Scale of amplification parameters. */
export const AMP_PRECISION = 1_000n;

/** Steps after which Newton's method is given up. */
export const MAX_ROUNDS = 255;

/**
 * Version of a stable pool, as far as its maths goes: 1 is of 2021, before pools held their own
 * shares; 3 are the composable ones, from version 2 on.
 */
export type StableVersion = 1 | 3;

/** Whether a step of Newton's method left its result as it was, but for a unit. */
export function isSettled(a: bigint, b: bigint): boolean {
  return a > b ? a - b <= 1n : b - a <= 1n;
}

/**
 * The invariant D by Newton's method, or null where it does not converge, or a balance is 0.
 *
 * @param amp A n^(n-1) with three decimals.
 * @param balances 18 decimals.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L57
 */
export function calculateInvariant(amp: bigint, balances: readonly bigint[]): bigint | null {
  // What a rate of next to nothing leaves of a balance.
  if (balances.includes(0n)) return null;
  const sum = balances.reduce((total, balance) => total + balance, 0n);
  const n = BigInt(balances.length);
  const ampTimesTotal = amp * n;
  let invariant = sum;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let product = invariant;
    for (const balance of balances) product = (product * invariant) / (balance * n);
    const previous = invariant;
    invariant =
      (((ampTimesTotal * sum) / AMP_PRECISION + product * n) * invariant) /
      (((ampTimesTotal - AMP_PRECISION) * invariant) / AMP_PRECISION + (n + 1n) * product);
    if (isSettled(invariant, previous)) return invariant;
  }
  return null;
}

/** As `calculateInvariant`, which the first version rounds up at every step. */
export function invariantUp(
  amp: bigint,
  balances: readonly bigint[],
  version: StableVersion,
): bigint | null {
  return version === 1
    ? firstInvariant(amp, balances, { divide: divUp, divideBelow: divDown })
    : calculateInvariant(amp, balances);
}

/** As `calculateInvariant`, which the first version rounds down at every step. */
export function invariantDown(
  amp: bigint,
  balances: readonly bigint[],
  version: StableVersion,
): bigint | null {
  return version === 1
    ? firstInvariant(amp, balances, { divide: divDown, divideBelow: divUp })
    : calculateInvariant(amp, balances);
}

type Division = (a: bigint, b: bigint) => bigint;

function divDown(a: bigint, b: bigint): bigint {
  return a / b;
}

/**
 * The invariant as pools of 2021 compute it, which does not converge for some uneven balances; both
 * directions of rounding.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/ad1442113/pkg/pool-stable/contracts/StableMath.sol `_calculateInvariant`
 */
function firstInvariant(
  amp: bigint,
  balances: readonly bigint[],
  { divide, divideBelow }: { readonly divide: Division; readonly divideBelow: Division },
): bigint | null {
  if (balances.includes(0n)) return null;
  const sum = balances.reduce((total, balance) => total + balance, 0n);
  const n = BigInt(balances.length);
  const [first = 0n, ...others] = balances;
  const ampTimesTotal = amp * n;
  let invariant = sum;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let product = first * n;
    for (const balance of others) product = divide(product * balance * n, invariant);
    const previous = invariant;
    invariant = divide(
      n * invariant * invariant + divide(ampTimesTotal * sum * product, AMP_PRECISION),
      (n + 1n) * invariant + divideBelow((ampTimesTotal - AMP_PRECISION) * product, AMP_PRECISION),
    );
    if (isSettled(invariant, previous)) return invariant;
  }
  return null;
}
