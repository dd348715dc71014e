import { mulDivUp } from "../../lib/math.ts";
import { divWadDown, divWadUp, mulWadDown, mulWadUp } from "../balancer-v2/fixed-point.ts";
import type { PoolMath } from "./pool-math.ts";

/** What a join or exit of single tokens is priced with. */
export interface ShareTerms {
  /** 18 decimals; rounded up for a join, down for an exit. */
  readonly balances: readonly bigint[];
  /** Shares in existence. */
  readonly supply: bigint;
  /** Part of 10^18; a hook's dynamic fee is of swaps alone. */
  readonly swapFeeWad: bigint;
}

/**
 * Shares for exact amounts, rounded down, and the fees in them by token, 18 decimals; null where
 * the pool refuses.
 *
 * @param amounts By token, 18 decimals.
 * @see https://unpkg.com/@balancer-labs/v3-vault@1.0.0/contracts/BasePoolMath.sol `computeAddLiquidityUnbalanced`
 */
export function sharesForAmounts(
  math: PoolMath,
  { balances, supply, swapFeeWad }: ShareTerms,
  amounts: readonly bigint[],
): { readonly shares: bigint; readonly fees: readonly bigint[] } | null {
  const after = balances.map((balance, i) => balance + (amounts[i] ?? 0n) - 1n);
  const before = math.invariant(balances, "up");
  const reached = math.invariant(after, "down");
  if (before === null || reached === null) return null;
  const ratio = divWadDown(reached, before);
  if (ratio > math.ratios.most) return null;
  const fees = after.map((balance, i) => {
    const taxable = balance - mulWadDown(ratio, balances[i] ?? 0n);
    return taxable > 0n ? mulWadUp(taxable, swapFeeWad) : 0n;
  });
  const kept = math.invariant(
    after.map((balance, i) => balance - (fees[i] ?? 0n)),
    "down",
  );
  if (kept === null || kept < before) return null;
  return { shares: (supply * (kept - before)) / before, fees };
}

/**
 * What shares pay in one token, rounded down, and the fee in it, 18 decimals; null where the pool
 * refuses.
 *
 * @param shares Below the supply.
 * @see https://unpkg.com/@balancer-labs/v3-vault@1.0.0/contracts/BasePoolMath.sol `computeRemoveLiquiditySingleTokenExactIn`
 */
export function tokenForShares(
  math: PoolMath,
  { balances, supply, swapFeeWad }: ShareTerms,
  { index, shares }: { readonly index: number; readonly shares: bigint },
): { readonly amount: bigint; readonly fee: bigint } | null {
  const rest = supply - shares;
  const ratio = divWadUp(rest, supply);
  if (ratio < math.ratios.least) return null;
  const after = math.balance(balances, index, ratio);
  if (after === null) return null;
  const before = balances[index] ?? 0n;
  const taxable = mulDivUp(rest, before, supply) - after;
  if (after > before || taxable < 0n) return null;
  const fee = mulWadUp(taxable, swapFeeWad);
  const amount = before - after - fee;
  return amount < 0n ? null : { amount, fee };
}
