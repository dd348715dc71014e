import {
  divWadDown,
  divWadUp,
  mulWadDown,
  mulWadUp,
  ONE,
  powWadDown,
  powWadUp,
} from "../balancer-v2/fixed-point.ts";
import { calcOutGivenIn } from "../balancer-v2/weighted-math.ts";
import type { Rounding, WeightedPool } from "./state.ts";

/** Invariants after joins and exits of single tokens, as parts of that before. */
// https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/math/WeightedMath.sol
export const WEIGHTED_RATIOS = { least: (ONE * 7n) / 10n, most: 3n * ONE };

/**
 * The invariant; null where a balance is below its minimum or nothing is left of it.
 *
 * @param balances 18 decimals.
 * @see https://unpkg.com/@balancer-labs/v3-pool-weighted@1.0.0/contracts/WeightedPool.sol `computeInvariant`
 */
export function weightedInvariant(
  pool: WeightedPool,
  balances: readonly bigint[],
  rounding: Rounding,
): bigint | null {
  if (balances.some((balance, i) => balance < leastOf(pool, i))) return null;
  const [mul, pow] = rounding === "down" ? [mulWadDown, powWadDown] : [mulWadUp, powWadUp];
  const invariant = balances.reduce(
    (product, balance, i) => mul(product, pow(balance, pool.weights[i] ?? 0n)),
    ONE,
  );
  return invariant === 0n ? null : invariant;
}

/**
 * The balance of one token with which the invariant is a multiple of what it was, rounded up; null
 * where the lower of both is below its minimum.
 *
 * @see https://unpkg.com/@balancer-labs/v3-pool-weighted@1.0.0/contracts/WeightedPool.sol `computeBalance`
 */
export function weightedBalance(
  pool: WeightedPool,
  balances: readonly bigint[],
  { index, ratioWad }: { readonly index: number; readonly ratioWad: bigint },
): bigint | null {
  const before = balances[index] ?? 0n;
  const weight = pool.weights[index] ?? ONE;
  const exponent = ratioWad > ONE ? divWadUp(ONE, weight) : divWadDown(ONE, weight);
  const after = mulWadUp(before, powWadUp(ratioWad, exponent));
  return (before <= after ? before : after) < leastOf(pool, index) ? null : after;
}

/** A swap of one token for another, 18 decimals, the fee taken. */
export interface ScaledSwap {
  readonly indexIn: number;
  readonly indexOut: number;
  readonly amountIn: bigint;
}

/**
 * What a swap pays, 18 decimals; null where a balance would be below its minimum. The input is at
 * most 30 % of its token's balance.
 *
 * @see https://unpkg.com/@balancer-labs/v3-pool-weighted@1.0.0/contracts/WeightedPool.sol `onSwap`
 */
export function weightedOut(
  pool: WeightedPool,
  balances: readonly bigint[],
  { indexIn, indexOut, amountIn }: ScaledSwap,
): bigint | null {
  const balanceIn = balanceInOf(pool, balances[indexIn] ?? 0n);
  const balanceOut = balances[indexOut] ?? 0n;
  if (balanceIn < leastOf(pool, indexIn)) return null;
  const amountOut = calcOutGivenIn(
    { balance: balanceIn, weight: pool.weights[indexIn] ?? ONE },
    { balance: balanceOut, weight: pool.weights[indexOut] ?? ONE },
    amountIn,
  );
  return balanceOut - amountOut < leastOf(pool, indexOut) ? null : amountOut;
}

/** The balance that a swap is computed with; version 2 rounds it up. */
export function balanceInOf(pool: WeightedPool, balance: bigint): bigint {
  return pool.minBalances === null ? balance : balance + 1n;
}

/** The minimum of a balance. */
export function leastOf({ minBalances }: WeightedPool, index: number): bigint {
  return minBalances?.[index] ?? 0n;
}
