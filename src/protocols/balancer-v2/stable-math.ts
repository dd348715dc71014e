import { divUp } from "../../lib/math.ts";
import { complement, divWadDown, divWadUp, mulWadDown, mulWadUp, ONE } from "./fixed-point.ts";
import {
  AMP_PRECISION,
  invariantDown,
  isSettled,
  MAX_ROUNDS,
  type StableVersion,
} from "./stable-invariant.ts";

/**
 * The balance of one token that the others and the invariant determine, rounded up; null where
 * Newton's method fails.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L399
 */
export function getTokenBalance(
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
  const c = divUp(invariant * invariant, ampTimesTotal * product) * AMP_PRECISION * own;
  const b = sum + (invariant / ampTimesTotal) * AMP_PRECISION;
  return balanceOf({ invariant, b, c });
}

/**
 * The balance at which the invariant holds, by Newton's method, rounded up; null where that fails.
 * Versions of the contract round its coefficients `b` and `c` differently.
 */
export function balanceOf({
  invariant,
  b,
  c,
}: {
  readonly invariant: bigint;
  readonly b: bigint;
  readonly c: bigint;
}): bigint | null {
  let balance = divUp(invariant * invariant + c, invariant + b);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const previous = balance;
    const slope = balance * 2n + b - invariant;
    if (slope <= 0n) return null;
    balance = divUp(balance * balance + c, slope);
    if (isSettled(balance, previous)) return balance;
  }
  return null;
}

/** What a join or exit is priced with. */
export interface StableTerms {
  readonly amp: bigint;
  readonly invariant: bigint;
  /** Shares in existence, protocol fees that are due among them. */
  readonly supply: bigint;
  /** Part of 10^18. */
  readonly swapFeeWad: bigint;
  readonly version: StableVersion;
}

/**
 * What a swap pays, rounded down, 18 decimals; null where nothing is paid.
 *
 * @param amountIn 18 decimals, the fee taken.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L124
 */
export function calcOutGivenIn(
  terms: Pick<StableTerms, "amp" | "invariant">,
  balances: readonly bigint[],
  { indexIn, indexOut, amountIn }: { indexIn: number; indexOut: number; amountIn: bigint },
): bigint | null {
  const after = balances.with(indexIn, (balances[indexIn] ?? 0n) + amountIn);
  const left = getTokenBalance(terms, after, indexOut);
  if (left === null) return null;
  const amountOut = (balances[indexOut] ?? 0n) - left - 1n;
  return amountOut < 0n ? null : amountOut;
}

/**
 * Shares for exact amounts, rounded down; null where they are too small, or the invariant does not
 * converge.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L201
 */
export function calcBptOutGivenExactTokensIn(
  { amp, invariant, supply, swapFeeWad, version }: StableTerms,
  balances: readonly bigint[],
  amountsIn: readonly bigint[],
): bigint | null {
  const sum = balances.reduce((total, balance) => total + balance, 0n);
  const ratios = balances.map((balance, i) => divWadDown(balance + (amountsIn[i] ?? 0n), balance));
  const ratioWithFees = balances.reduce(
    (total, balance, i) => total + mulWadDown(ratios[i] ?? 0n, divWadDown(balance, sum)),
    0n,
  );
  // Weights are rounded down: what is brought may be too little to lift the sum over 1, and then
  // the contract reverts.
  if (ratioWithFees < ONE) return null;
  const after = balances.map((balance, i) => {
    const amountIn = amountsIn[i] ?? 0n;
    if ((ratios[i] ?? 0n) <= ratioWithFees) return balance + amountIn;
    const free = mulWadDown(balance, ratioWithFees - ONE);
    return balance + free + mulWadDown(amountIn - free, ONE - swapFeeWad);
  });
  const invariantAfter = invariantDown(amp, after, version);
  if (invariantAfter === null) return null;
  const invariantRatio = divWadDown(invariantAfter, invariant);
  return invariantRatio > ONE ? mulWadDown(supply, invariantRatio - ONE) : 0n;
}

/**
 * What one token has to bring for exact shares, rounded up, 18 decimals.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L257
 */
export function calcTokenInGivenExactBptOut(
  terms: StableTerms,
  balances: readonly bigint[],
  { index, bptOut }: { readonly index: number; readonly bptOut: bigint },
): bigint | null {
  const { amp, supply, swapFeeWad } = terms;
  const invariant = mulWadUp(divWadUp(supply + bptOut, supply), terms.invariant);
  const after = getTokenBalance({ amp, invariant }, balances, index);
  if (after === null) return null;
  const withoutFee = after - (balances[index] ?? 0n);
  const taxable = mulWadUp(withoutFee, complement(shareOf(balances, index)));
  return withoutFee - taxable + divWadUp(taxable, ONE - swapFeeWad);
}

/**
 * Shares that exact amounts cost, rounded up; null where the invariant does not converge.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L300
 */
export function calcBptInGivenExactTokensOut(
  { amp, invariant, supply, swapFeeWad, version }: StableTerms,
  balances: readonly bigint[],
  amountsOut: readonly bigint[],
): bigint | null {
  const sum = balances.reduce((total, balance) => total + balance, 0n);
  const weigh = version === 1 ? divWadUp : divWadDown;
  const ratios = balances.map((balance, i) => divWadUp(balance - (amountsOut[i] ?? 0n), balance));
  const ratioWithoutFees = balances.reduce(
    (total, balance, i) => total + mulWadUp(ratios[i] ?? 0n, weigh(balance, sum)),
    0n,
  );
  const after = balances.map((balance, i) => {
    const amountOut = amountsOut[i] ?? 0n;
    if (ratioWithoutFees <= (ratios[i] ?? 0n)) return balance - amountOut;
    const free = mulWadDown(balance, complement(ratioWithoutFees));
    return balance - free - divWadUp(amountOut - free, ONE - swapFeeWad);
  });
  const invariantAfter = invariantDown(amp, after, version);
  if (invariantAfter === null) return null;
  return mulWadUp(supply, complement(divWadDown(invariantAfter, invariant)));
}

/**
 * What exact shares pay in one token, rounded down, 18 decimals.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StableMath.sol#L354
 */
export function calcTokenOutGivenExactBptIn(
  terms: StableTerms,
  balances: readonly bigint[],
  { index, bptIn }: { readonly index: number; readonly bptIn: bigint },
): bigint | null {
  const { amp, supply, swapFeeWad } = terms;
  const invariant = mulWadUp(divWadUp(supply - bptIn, supply), terms.invariant);
  const after = getTokenBalance({ amp, invariant }, balances, index);
  const balance = balances[index] ?? 0n;
  if (after === null || after > balance) return null;
  const withoutFee = balance - after;
  const taxable = mulWadUp(withoutFee, complement(shareOf(balances, index)));
  return withoutFee - taxable + mulWadDown(taxable, ONE - swapFeeWad);
}

/** A balance as a part of all, 18 decimals, rounded down. */
function shareOf(balances: readonly bigint[], index: number): bigint {
  return divWadDown(
    balances[index] ?? 0n,
    balances.reduce((total, balance) => total + balance, 0n),
  );
}
