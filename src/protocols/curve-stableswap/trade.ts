import { mulDivDown } from "../../lib/math.ts";
import { type Amplification, computeD, computeY } from "./invariant.ts";

/** What a pool trades with. Coins are numbered in the pool's order. */
export interface Reserves {
  /** Smallest unit of each coin, without the admin's share of fees. */
  readonly balances: readonly bigint[];
  /** 10^(36 - decimals) of each coin. */
  readonly rates: readonly bigint[];
  /** Smallest unit of the liquidity token, 18 decimals. */
  readonly supply: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
  /** The admin's part of fees; 10^10 is 100 %. */
  readonly adminFeeE10: bigint;
  readonly amplification: Amplification;
}

/** What a trade pays and leaves behind. */
export interface Traded {
  readonly amountOut: bigint;
  readonly balances: readonly bigint[];
  readonly supply: bigint;
}

const FEE_DENOMINATOR = 10n ** 10n;
const PRECISION = 10n ** 18n;

/** Balances scaled to 18 decimals. */
export function scaled({ balances, rates }: Pick<Reserves, "balances" | "rates">): bigint[] {
  return balances.map((balance, index) => mulDivDown(balance, rates[index] ?? 0n, PRECISION));
}

function replaced(list: readonly bigint[], index: number, value: bigint): bigint[] {
  return list.map((item, position) => (position === index ? value : item));
}

/**
 * `exchange`: gives `amountIn` of coin `i` for coin `j`.
 *
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function exchange(
  pool: Reserves,
  { i, j, amountIn }: { readonly i: number; readonly j: number; readonly amountIn: bigint },
): Traded | null {
  const { balances, rates, feeE10, adminFeeE10, amplification } = pool;
  const [balanceIn, balanceOut] = [balances[i] ?? 0n, balances[j] ?? 0n];
  const rateOut = rates[j] ?? 1n;
  const xp = scaled(pool);
  const d = computeD(xp, amplification);
  if (d === null) return null;
  const x = (xp[i] ?? 0n) + mulDivDown(amountIn, rates[i] ?? 0n, PRECISION);
  const y = computeY(replaced(xp, i, x), j, { d, amplification });
  if (y === null) return null;
  const dy = (xp[j] ?? 0n) - y - 1n;
  if (dy < 0n) return null;
  const fee = mulDivDown(dy, feeE10, FEE_DENOMINATOR);
  const amountOut = mulDivDown(dy - fee, PRECISION, rateOut);
  const adminFee = mulDivDown(fee, adminFeeE10, FEE_DENOMINATOR);
  const left = balanceOut - amountOut - mulDivDown(adminFee, PRECISION, rateOut);
  if (left < 0n) return null;
  return {
    amountOut,
    balances: replaced(replaced(balances, i, balanceIn + amountIn), j, left),
    supply: pool.supply,
  };
}

/** Fee on what differs from a balanced change: `fee * n / (4 * (n - 1))`; 10^10 is 100 %. */
function imbalanceFeeE10({ feeE10, balances }: Reserves): bigint {
  const n = BigInt(balances.length);
  return (feeE10 * n) / (4n * (n - 1n));
}

/**
 * `add_liquidity`, to a pool that has liquidity.
 *
 * @param amounts By coin; at least one above 0.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function addCoins(pool: Reserves, amounts: readonly bigint[]): Traded | null {
  const { balances, supply, rates, amplification } = pool;
  if (supply === 0n) return null;
  const added = balances.map((balance, index) => balance + (amounts[index] ?? 0n));
  const d0 = computeD(scaled(pool), amplification);
  const d1 = computeD(scaled({ balances: added, rates }), amplification);
  if (d0 === null || d1 === null || d0 === 0n || d1 <= d0) return null;
  const feeE10 = imbalanceFeeE10(pool);
  const fees = added.map((balance, index) => {
    const ideal = mulDivDown(d1, balances[index] ?? 0n, d0);
    const difference = ideal > balance ? ideal - balance : balance - ideal;
    return mulDivDown(feeE10, difference, FEE_DENOMINATOR);
  });
  const charged = added.map((balance, index) => balance - (fees[index] ?? 0n));
  if (charged.some((balance) => balance < 0n)) return null;
  const d2 = computeD(scaled({ balances: charged, rates }), amplification);
  if (d2 === null || d2 < d0) return null;
  const amountOut = mulDivDown(supply, d2 - d0, d0);
  return {
    amountOut,
    balances: added.map((balance, index) => balance - adminShare(pool, fees[index] ?? 0n)),
    supply: supply + amountOut,
  };
}

/**
 * `remove_liquidity`: burns `amountIn` liquidity for all coins in proportion.
 *
 * @returns What each coin pays, rounded down.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function removeAllCoins(
  { balances, supply }: Pick<Reserves, "balances" | "supply">,
  amountIn: bigint,
): readonly bigint[] {
  return balances.map((balance) => mulDivDown(balance, amountIn, supply));
}

/** The admin's part of a fee, rounded down. */
export function adminShare({ adminFeeE10 }: Pick<Reserves, "adminFeeE10">, fee: bigint): bigint {
  return mulDivDown(fee, adminFeeE10, FEE_DENOMINATOR);
}

/**
 * `remove_liquidity_one_coin`: burns `amountIn` liquidity for coin `i`.
 *
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function removeOneCoin(
  pool: Reserves,
  { i, amountIn }: { readonly i: number; readonly amountIn: bigint },
): Traded | null {
  const { balances, rates, supply, amplification } = pool;
  if (supply === 0n || amountIn > supply) return null;
  const precision = (rates[i] ?? PRECISION) / PRECISION;
  const xp = scaled(pool);
  const d0 = computeD(xp, amplification);
  if (d0 === null || d0 === 0n) return null;
  const d1 = d0 - mulDivDown(amountIn, d0, supply);
  const newY = computeY(xp, i, { d: d1, amplification });
  if (newY === null) return null;
  const feeE10 = imbalanceFeeE10(pool);
  const reduced: bigint[] = [];
  for (const [index, x] of xp.entries()) {
    const kept = mulDivDown(x, d1, d0);
    const expected = index === i ? kept - newY : x - kept;
    if (expected < 0n) return null;
    reduced.push(x - mulDivDown(feeE10, expected, FEE_DENOMINATOR));
  }
  const reducedY = computeY(reduced, i, { d: d1, amplification });
  if (reducedY === null) return null;
  const dy = (reduced[i] ?? 0n) - reducedY - 1n;
  if (dy < 0n) return null;
  const amountOut = dy / precision;
  const withoutFees = ((xp[i] ?? 0n) - newY) / precision;
  if (withoutFees < amountOut) return null;
  const left = (balances[i] ?? 0n) - amountOut - adminShare(pool, withoutFees - amountOut);
  if (left < 0n) return null;
  return { amountOut, balances: replaced(balances, i, left), supply: supply - amountIn };
}
