import { mulDivDown } from "../../lib/math.ts";
import { computeD, computeY } from "../curve-stableswap/invariant.ts";
import { adminShare, dynamicFeeE10, type Reserves, scaled } from "../curve-stableswap/trade.ts";

/** What a trade pays. Coins are numbered in the pool's order. */
export interface Paid {
  readonly amountOut: bigint;
  /** What is the admin's of each coin from then on, smallest unit. */
  readonly adminFees: readonly bigint[];
}

const FEE_DENOMINATOR = 10n ** 10n;
const PRECISION = 10n ** 18n;

function replaced(list: readonly bigint[], index: number, value: bigint): bigint[] {
  return list.map((item, position) => (position === index ? value : item));
}

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

/** Fee on what differs from a balanced change: `fee * n / (4 * (n - 1))`; 10^10 is 100 %. */
function imbalanceFeeE10({ feeE10, balances }: Pick<Reserves, "feeE10" | "balances">): bigint {
  const n = BigInt(balances.length);
  return (feeE10 * n) / (4n * (n - 1n));
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
  const { balances, supply, rates, amplification } = pool;
  if (supply === 0n) return null;
  const added = balances.map((balance, index) => balance + (amounts[index] ?? 0n));
  const d0 = computeD(scaled(pool), amplification);
  const d1 = computeD(scaled({ balances: added, rates }), amplification);
  if (d0 === null || d1 === null || d0 === 0n || d1 <= d0) return null;
  const feeE10 = imbalanceFeeE10(pool);
  const even = (d0 + d1) / BigInt(balances.length);
  const fees = added.map((balance, index) => {
    const before = balances[index] ?? 0n;
    const ideal = mulDivDown(d1, before, d0);
    const difference = ideal > balance ? ideal - balance : balance - ideal;
    const own = dynamicFeeE10(pool, feeE10, [before + balance, even]);
    return mulDivDown(own, difference, FEE_DENOMINATOR);
  });
  const charged = added.map((balance, index) => balance - (fees[index] ?? 0n));
  if (charged.some((balance) => balance < 0n)) return null;
  const d2 = computeD(scaled({ balances: charged, rates }), amplification);
  if (d2 === null || d2 < d0) return null;
  return {
    amountOut: mulDivDown(supply, d2 - d0, d0),
    adminFees: fees.map((fee) => adminShare(pool, fee)),
  };
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
  const { balances, rates, supply, amplification } = pool;
  if (supply === 0n || amountIn > supply) return null;
  const xp = scaled(pool);
  const d0 = computeD(xp, amplification);
  if (d0 === null || d0 === 0n) return null;
  const d1 = d0 - mulDivDown(amountIn, d0, supply);
  const newY = computeY(xp, i, { d: d1, amplification });
  if (newY === null) return null;
  const feeE10 = imbalanceFeeE10(pool);
  const even = (d0 + d1) / (2n * BigInt(xp.length));
  const reduced: bigint[] = [];
  for (const [index, x] of xp.entries()) {
    const kept = mulDivDown(x, d1, d0);
    const expected = index === i ? kept - newY : x - kept;
    if (expected < 0n) return null;
    const held = index === i ? (x + newY) / 2n : x;
    const own = dynamicFeeE10(pool, feeE10, [held, even]);
    reduced.push(x - mulDivDown(own, expected, FEE_DENOMINATOR));
  }
  const reducedY = computeY(reduced, i, { d: d1, amplification });
  if (reducedY === null) return null;
  const dy = (reduced[i] ?? 0n) - reducedY - 1n;
  if (dy < 0n) return null;
  const amountOut = mulDivDown(dy, PRECISION, rates[i] ?? PRECISION);
  return { amountOut, adminFees: balances.map(() => 0n) };
}
