import { min } from "../../lib/math.ts";
import { invariantOf, MAX_BALANCES } from "./eclp-invariant.ts";
import { eclpMost, eclpOut, eclpPrice } from "./eclp-math.ts";
import type { GyroPool } from "./state.ts";
import { twoClpPays, twoClpPoint, twoClpRoom } from "./two-clp.ts";

/** A millionth, which swaps leave: rounding of a far stretched ellipse is above a trillionth. */
const MARGIN = 10n ** 6n;

/**
 * What a swap pays, 18 decimals, rounded down; 0 where rounding takes it all, null where the pool
 * refuses.
 *
 * @see https://github.com/gyrostable/concentrated-lps/blob/7e9bd3b20d/contracts/eclp/GyroECLPMath.sol `calcOutGivenIn`
 */
export function gyroPays(
  pool: GyroPool,
  balances: readonly bigint[],
  trade: { readonly indexIn: number; readonly indexOut: number; readonly amountIn: bigint },
): bigint | null {
  if (pool.kind === "2clp") return twoClpPays(pool.range, balances, trade);
  if ((balances[trade.indexIn] ?? 0n) + trade.amountIn > MAX_BALANCES) return null;
  return eclpOut(pool.ellipse, balances, trade);
}

/** What may come in of a token until next to nothing is left of the other, 18 decimals. */
export function gyroRoom(pool: GyroPool, balances: readonly bigint[], index: number): bigint {
  if (pool.kind === "2clp") return twoClpRoom(pool.range, balances, index);
  const balance = balances[index] ?? 0n;
  const most = min(eclpMost(pool.ellipse, balances, index) ?? 0n, MAX_BALANCES);
  return most <= balance ? 0n : ((most - balance) * (MARGIN - 1n)) / MARGIN;
}

/** Whether a pool is where it can trade: a rate may leave nothing of a balance, or too much. */
export function isOnCurve(pool: GyroPool, balances: readonly bigint[]): boolean {
  if (balances.includes(0n) || gyroInvariant(pool, balances) === 0n) return false;
  if (pool.kind === "2clp") return true;
  const price = eclpPrice(pool.ellipse, balances);
  return price !== null && price.numerator > 0n && price.denominator > 0n;
}

/** The invariant, 18 decimals, rounded down; 0 where there is none. */
export function gyroInvariant(pool: GyroPool, balances: readonly bigint[]): bigint {
  if (pool.kind === "2clp") return twoClpPoint(pool.range, balances)?.invariant ?? 0n;
  const value = invariantOf(pool.ellipse, balances)?.value ?? 0n;
  return value < 0n ? 0n : value;
}
