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
  /**
   * How much the fee grows where coins are far apart; 10^10 and less is not at all. Null of code
   * that has neither this nor a price oracle, which refuses trades that leave nothing of a coin.
   */
  readonly offpegE10: bigint | null;
  /**
   * Whether an exchange writes balances as it counts them, rounded to what rates tell apart, and
   * keeps the unit for which it pays less.
   */
  readonly keepsScaled?: boolean | undefined;
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

/** A list with another value at a place. */
export function replaced(list: readonly bigint[], index: number, value: bigint): bigint[] {
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
  if (y === null || isRefused(pool, y)) return null;
  const dy = (xp[j] ?? 0n) - y - 1n;
  if (dy < 0n) return null;
  const between = [((xp[i] ?? 0n) + x) / 2n, ((xp[j] ?? 0n) + y) / 2n] as const;
  const fee = mulDivDown(dy, dynamicFeeE10(pool, feeE10, between), FEE_DENOMINATOR);
  const amountOut = mulDivDown(dy - fee, PRECISION, rateOut);
  const adminFee = mulDivDown(fee, adminFeeE10, FEE_DENOMINATOR);
  const { supply, keepsScaled } = pool;
  const held = keepsScaled ? mulDivDown(x, PRECISION, rates[i] ?? 1n) : balanceIn + amountIn;
  const left = keepsScaled
    ? mulDivDown(y + fee - adminFee, PRECISION, rateOut)
    : balanceOut - amountOut - mulDivDown(adminFee, PRECISION, rateOut);
  if (left < 0n) return null;
  return { amountOut, balances: replaced(replaced(balances, i, held), j, left), supply };
}

/** Whether the price oracle has no price, as nothing is left of a coin; scaled to 18 decimals. */
function isRefused({ offpegE10 }: Pick<Reserves, "offpegE10">, left: bigint): boolean {
  return offpegE10 !== null && left === 0n;
}

/**
 * `_dynamic_fee`: a fee where it depends on how far two balances are apart.
 *
 * @param feeE10 Without any distance; 10^10 is 100 %.
 * @param between Scaled to 18 decimals.
 * @see https://github.com/curvefi/stableswap-ng/blob/2abe778f40206a6c0fd108a0a53ad3266cbedeee/contracts/main/CurveStableSwapNG.vy
 */
export function dynamicFeeE10(
  { offpegE10 }: Pick<Reserves, "offpegE10">,
  feeE10: bigint,
  [xi, xj]: readonly [bigint, bigint],
): bigint {
  if (offpegE10 === null || offpegE10 <= FEE_DENOMINATOR) return feeE10;
  const sum = xi + xj;
  const evenness = ((offpegE10 - FEE_DENOMINATOR) * 4n * xi * xj) / (sum * sum);
  return (offpegE10 * feeE10) / (evenness + FEE_DENOMINATOR);
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
  const { supply, rates } = pool;
  const minted = mintedBy(pool, amounts, (amount, index) =>
    mulDivDown(rates[index] ?? 0n, amount, PRECISION),
  );
  if (minted === null) return null;
  const { amountOut, added, fees } = minted;
  return {
    amountOut,
    balances: added.map((balance, index) => balance - adminShare(pool, fees[index] ?? 0n)),
    supply: supply + amountOut,
  };
}

/** What a deposit mints; by coin what there is after it, and the fees, in smallest units. */
export interface Minted {
  readonly amountOut: bigint;
  readonly added: readonly bigint[];
  readonly fees: readonly bigint[];
}

/**
 * What a deposit in a pool that has liquidity mints.
 *
 * @param amounts By coin; at least one above 0.
 * @param countedOf What an amount of a coin, its smallest unit, counts as where a fee depends on
 *   how far coins are from the even amount, 18 decimals.
 * @returns null where the contract reverts.
 */
export function mintedBy(
  pool: Reserves,
  amounts: readonly bigint[],
  countedOf: (amount: bigint, index: number) => bigint,
): Minted | null {
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
    const own = dynamicFeeE10(pool, feeE10, [countedOf(before + balance, index), even]);
    return mulDivDown(own, difference, FEE_DENOMINATOR);
  });
  const charged = added.map((balance, index) => balance - (fees[index] ?? 0n));
  if (charged.some((balance) => balance < 0n)) return null;
  const d2 = computeD(scaled({ balances: charged, rates }), amplification);
  if (d2 === null || d2 < d0) return null;
  return { amountOut: mulDivDown(supply, d2 - d0, d0), added, fees };
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
  const { balances, rates, supply } = pool;
  const burned = burnedFor(pool, { i, amountIn });
  if (burned === null || isRefused(pool, burned.left)) return null;
  const rate = rates[i] ?? PRECISION;
  const amountOut = mulDivDown(burned.dy, PRECISION, rate);
  const withoutFees = mulDivDown(burned.held - burned.left, PRECISION, rate);
  if (withoutFees < amountOut) return null;
  const left = (balances[i] ?? 0n) - amountOut - adminShare(pool, withoutFees - amountOut);
  if (left < 0n) return null;
  return { amountOut, balances: replaced(balances, i, left), supply: supply - amountIn };
}

/** What a redemption for one coin pays of it, 18 decimals. */
export interface Burned {
  /** After fees. */
  readonly dy: bigint;
  /** Of the coin before it, and after it if there were no fees. */
  readonly held: bigint;
  readonly left: bigint;
}

/** What burning `amountIn` liquidity pays of coin `i`; null where the contract reverts. */
export function burnedFor(
  pool: Reserves,
  { i, amountIn }: { readonly i: number; readonly amountIn: bigint },
): Burned | null {
  const { supply, amplification } = pool;
  if (supply === 0n || amountIn > supply) return null;
  const xp = scaled(pool);
  const d0 = computeD(xp, amplification);
  if (d0 === null || d0 === 0n) return null;
  const d1 = d0 - mulDivDown(amountIn, d0, supply);
  const left = computeY(xp, i, { d: d1, amplification });
  if (left === null) return null;
  const feeE10 = imbalanceFeeE10(pool);
  const even = (d0 + d1) / (2n * BigInt(xp.length));
  const reduced: bigint[] = [];
  for (const [index, x] of xp.entries()) {
    const kept = mulDivDown(x, d1, d0);
    const expected = index === i ? kept - left : x - kept;
    if (expected < 0n) return null;
    const held = index === i ? (x + left) / 2n : x;
    const own = dynamicFeeE10(pool, feeE10, [held, even]);
    reduced.push(x - mulDivDown(own, expected, FEE_DENOMINATOR));
  }
  const reducedY = computeY(reduced, i, { d: d1, amplification });
  if (reducedY === null) return null;
  const dy = (reduced[i] ?? 0n) - reducedY - 1n;
  return dy < 0n ? null : { dy, held: xp[i] ?? 0n, left };
}
