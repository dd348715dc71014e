import { mulDivDown } from "../../lib/math.ts";
import { computeD, computeY } from "../curve-stableswap/invariant.ts";
import {
  adminShare,
  burnedFor,
  dynamicFeeE10,
  mintedBy,
  type Reserves,
  replaced,
  scaled,
} from "../curve-stableswap/trade.ts";

/** What a trade pays. Coins are numbered in the pool's order. */
export interface Paid {
  readonly amountOut: bigint;
  /** What is the admin's of each coin from then on, smallest unit. */
  readonly adminFees: readonly bigint[];
}

const FEE_DENOMINATOR = 10n ** 10n;
const PRECISION = 10n ** 18n;

/**
 * `_exchange`: gives `amountIn` of coin `i` for coin `j`.
 *
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/aave/StableSwapAave.vy
 */
export function exchange(
  pool: Reserves,
  { i, j, amountIn }: { readonly i: number; readonly j: number; readonly amountIn: bigint },
): Paid | null {
  const moved = movedBy(pool, { i, j, amountIn });
  if (moved === null) return null;
  const { dy, feeE10 } = moved;
  const fee = mulDivDown(dy, feeE10, FEE_DENOMINATOR);
  const toUnits = (amount: bigint) => mulDivDown(amount, PRECISION, pool.rates[j] ?? PRECISION);
  const none = pool.balances.map(() => 0n);
  return {
    amountOut: toUnits(dy - fee),
    adminFees: replaced(none, j, toUnits(adminShare(pool, fee))),
  };
}

/**
 * What `amountIn` of coin `i` takes of coin `j` before the fee, 18 decimals, and the fee of that;
 * null where the contract reverts.
 */
export function movedBy(
  pool: Reserves,
  { i, j, amountIn }: { readonly i: number; readonly j: number; readonly amountIn: bigint },
): { readonly dy: bigint; readonly feeE10: bigint } | null {
  const { rates, feeE10, amplification } = pool;
  const xp = scaled(pool);
  const [before, held] = [xp[i] ?? 0n, xp[j] ?? 0n];
  const d = computeD(xp, amplification);
  if (d === null) return null;
  const x = before + mulDivDown(amountIn, rates[i] ?? 0n, PRECISION);
  const y = computeY(replaced(xp, i, x), j, { d, amplification });
  if (y === null || y > held) return null;
  const between = [(before + x) / 2n, (held + y) / 2n] as const;
  return { dy: held - y, feeE10: dynamicFeeE10(pool, feeE10, between) };
}

/**
 * `add_liquidity`, to a pool that has liquidity. The distance of coins is that of amounts in their
 * own decimals from the even one in 18, as the contract has it.
 *
 * @param amounts By coin; at least one above 0.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/aave/StableSwapAave.vy
 */
export function addCoins(pool: Reserves, amounts: readonly bigint[]): Paid | null {
  const minted = mintedBy(pool, amounts, (amount) => amount);
  if (minted === null) return null;
  const { amountOut, fees } = minted;
  return { amountOut, adminFees: fees.map((fee) => adminShare(pool, fee)) };
}

/**
 * `remove_liquidity_one_coin`: burns `amountIn` liquidity for coin `i`. The admin takes nothing of
 * its fees.
 *
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/aave/StableSwapAave.vy
 */
export function removeOneCoin(
  pool: Reserves,
  { i, amountIn }: { readonly i: number; readonly amountIn: bigint },
): Paid | null {
  const burned = burnedFor(pool, { i, amountIn });
  if (burned === null) return null;
  const amountOut = mulDivDown(burned.dy, PRECISION, pool.rates[i] ?? PRECISION);
  return { amountOut, adminFees: pool.balances.map(() => 0n) };
}
