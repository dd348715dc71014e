import { divUp } from "../../lib/math.ts";
import { mulWadUp, ONE } from "../balancer-v2/fixed-point.ts";
import { AMP_PRECISION, calculateInvariant } from "../balancer-v2/stable-invariant.ts";
import { balanceOf } from "../balancer-v2/stable-math.ts";
import type { Rounding, StablePool } from "./state.ts";
import type { ScaledSwap } from "./weighted-math.ts";

/** Invariants after joins and exits of single tokens, as parts of that before. */
// https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/math/StableMath.sol
export const STABLE_RATIOS = { least: (ONE * 6n) / 10n, most: 5n * ONE };

/** From how many times the smallest balance on the largest one is refused. */
// https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/math/StableMath.sol
const MAX_IMBALANCE_RATIO = 10_000n;

/**
 * The invariant; null where balances are empty or too uneven, or Newton's method fails.
 *
 * @param balances 18 decimals.
 * @see https://unpkg.com/@balancer-labs/v3-pool-stable@1.0.0/contracts/StablePool.sol `computeInvariant`
 */
export function stableInvariant(
  pool: StablePool,
  balances: readonly bigint[],
  { amp, rounding }: { readonly amp: bigint; readonly rounding: Rounding },
): bigint | null {
  if (!isAllowed(pool, balances)) return null;
  const invariant = calculateInvariant(amp, balances);
  return invariant === null || rounding === "down" ? invariant : invariant + 1n;
}

/**
 * The balance of one token with which the invariant is a multiple of what it was, rounded up.
 *
 * @see https://unpkg.com/@balancer-labs/v3-pool-stable@1.0.0/contracts/StablePool.sol `computeBalance`
 */
export function stableBalance(
  pool: StablePool,
  balances: readonly bigint[],
  {
    amp,
    index,
    ratioWad,
  }: { readonly amp: bigint; readonly index: number; readonly ratioWad: bigint },
): bigint | null {
  if (balances.includes(0n)) return null;
  const invariant = calculateInvariant(amp, balances);
  if (invariant === null) return null;
  const target = mulWadUp(invariant + 1n, ratioWad);
  const balance = balanceAt({ amp, invariant: target }, balances, index);
  if (balance === null) return null;
  const [least, most] = extremes(balances);
  const widest = [balance < least ? balance : least, balance > most ? balance : most];
  return isAllowed(pool, widest) ? balance : null;
}

/**
 * What a swap pays, 18 decimals; null where it pays nothing, or leaves balances too uneven.
 *
 * @see https://unpkg.com/@balancer-labs/v3-pool-stable@1.0.0/contracts/StablePool.sol `onSwap`
 */
export function stableOut(
  pool: StablePool,
  balances: readonly bigint[],
  { amp, indexIn, indexOut, amountIn }: ScaledSwap & { readonly amp: bigint },
): bigint | null {
  const invariant = balances.includes(0n) ? null : calculateInvariant(amp, balances);
  if (invariant === null) return null;
  const after = balances.with(indexIn, (balances[indexIn] ?? 0n) + amountIn);
  const left = balanceAt({ amp, invariant }, after, indexOut);
  const amountOut = left === null ? -1n : (balances[indexOut] ?? 0n) - left - 1n;
  if (amountOut < 0n || left === null) return null;
  return isAllowed(pool, [...extremes(balances), left + 1n, after[indexIn] ?? 0n])
    ? amountOut
    : null;
}

/**
 * The balance of one token that the others and an invariant determine, rounded up; null where
 * Newton's method fails.
 *
 * @see https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/math/StableMath.sol `computeBalance`
 */
export function balanceAt(
  { amp, invariant }: { readonly amp: bigint; readonly invariant: bigint },
  balances: readonly bigint[],
  index: number,
): bigint | null {
  const n = BigInt(balances.length);
  const ampTimesTotal = amp * n;
  const own = balances[index] ?? 0n;
  let sum = balances[0] ?? 0n;
  let product = sum * n;
  for (const balance of balances.slice(1)) {
    product = (product * balance * n) / invariant;
    sum += balance;
  }
  sum -= own;
  if (product === 0n) return null;
  const c = divUp(invariant * invariant * AMP_PRECISION, ampTimesTotal * product) * own;
  const b = sum + (invariant * AMP_PRECISION) / ampTimesTotal;
  return balanceOf({ invariant, b, c });
}

/** The smallest and the largest of balances. */
export function extremes(balances: readonly bigint[]): readonly [least: bigint, most: bigint] {
  const [first = 0n] = balances;
  return balances.reduce<readonly [bigint, bigint]>(
    ([least, most], balance) => [
      balance < least ? balance : least,
      balance > most ? balance : most,
    ],
    [first, first],
  );
}

function isAllowed({ limitsImbalance }: StablePool, balances: readonly bigint[]): boolean {
  const [least, most] = extremes(balances);
  return least > 0n && (!limitsImbalance || most / least < MAX_IMBALANCE_RATIO);
}
