import { E18, newtonD, type Shape, sumOf } from "./newton.ts";
import { olderTweaked, type TradePrice } from "./older-oracle.ts";
import { priceOfDeposit, priceOfExchange, rampTimeOf, removeOneCoin } from "./older-trade.ts";
import { balancedWorth, tweaked } from "./oracle.ts";
import {
  balanceOf,
  feeE10At,
  invariantAt,
  invariantOf,
  type Reserves,
  scaled,
  shapeAt,
} from "./reserves.ts";

/** What a trade pays and leaves behind. */
export interface Traded<R extends Reserves = Reserves> {
  readonly amountOut: bigint;
  readonly next: R;
}

const FEE_DENOMINATOR = 10n ** 10n;
/** What every deposit pays, 10^10 is 100 %. */
const NOISE_FEE_E10 = 10n ** 5n;
/** The admin's part of the profit is half of it, taken of what is beyond the pool's half. */
const ADMIN_DIVISOR = 4n;

function replaced(list: readonly bigint[], index: number, value: bigint): bigint[] {
  return list.map((item, position) => (position === index ? value : item));
}

/** Coins of an exchange, and the smallest units that are given. */
export interface Exchange {
  readonly i: number;
  readonly j: number;
  readonly amountIn: bigint;
}

/**
 * What `exchange` pays in a block, without what it leaves behind.
 *
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts, but for what liquidity would lose.
 */
export function paidFor(
  pool: Reserves,
  { i, j, amountIn }: Exchange,
  timestamp: bigint,
): { readonly amountOut: bigint; readonly k0: bigint } | null {
  const d = invariantAt(pool, timestamp);
  const held = pool.balances[i] ?? 0n;
  const xp = scaled({ ...pool, balances: replaced(pool.balances, i, held + amountIn) });
  if (d === null || pool.older?.isSpent) return null;
  const solved = balanceOf(pool, j, { xp, d, shape: shapeAt(pool, timestamp) });
  if (solved === null) return null;
  const left = (xp[j] ?? 0n) - solved.y;
  if (left < 1n) return null;
  const price = pool.priceScales[j - 1];
  const whole = price === undefined ? left - 1n : ((left - 1n) * E18) / price;
  const amount = whole / (pool.precisions[j] ?? 1n);
  const feeE10 = feeE10At(pool, replaced(xp, j, solved.y));
  const amountOut = amount - (feeE10 * amount) / FEE_DENOMINATOR;
  return amountOut >= (pool.balances[j] ?? 0n) ? null : { amountOut, k0: solved.k0 };
}

/**
 * `exchange`: gives `amountIn` of coin `i` for coin `j` in a block.
 *
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 */
export function exchange<R extends Reserves>(
  pool: R,
  trade: Exchange,
  timestamp: bigint,
): Traded<R> | null {
  const paid = paidFor(pool, trade, timestamp);
  if (paid === null) return null;
  const { i, j, amountIn } = trade;
  const { amountOut, k0 } = paid;
  const [given = 0n, taken = 0n] = [pool.balances[i], pool.balances[j]];
  const after = replaced(replaced(pool.balances, i, given + amountIn), j, taken - amountOut);
  const shape = shapeAt(pool, timestamp);
  const xp = scaled({ ...pool, balances: after });
  const d = invariantOf(pool, { xp, shape, k0 });
  if (d === null) return null;
  const price = priceOfExchange(pool, { i, j, amountIn, amountOut });
  const next = settled({ ...pool, balances: after }, { xp, d, price }, { timestamp, shape });
  return next === null ? null : { amountOut, next: { ...pool, ...next } };
}

/** `tweak_price` by the pool's code, with the balances and the supply of after a trade. */
function settled(
  pool: Reserves,
  after: { readonly xp: readonly bigint[]; readonly d: bigint; readonly price: TradePrice | null },
  at: { readonly timestamp: bigint; readonly shape: Shape },
): Reserves | null {
  const { older } = pool;
  if (older === null) return tweaked(pool, after, at);
  const rampTime = rampTimeOf(pool, older, at.timestamp);
  return olderTweaked(pool, older, { ...after, ...at, rampTime });
}

/** The fee of a deposit on all that it mints, by how far it is from even; 10^10 is 100 %. */
function depositFeeE10(pool: Reserves, added: readonly bigint[], xp: readonly bigint[]): bigint {
  const n = BigInt(xp.length);
  const feeE10 = (feeE10At(pool, xp) * n) / (4n * (n - 1n));
  const sum = sumOf(added);
  const even = sum / n;
  const apart = sumOf(added.map((x) => (x > even ? x - even : even - x)));
  return (feeE10 * apart) / sum + NOISE_FEE_E10;
}

/**
 * What `add_liquidity` mints in a block, without what it leaves behind.
 *
 * @param amounts By coin; at least one above 0.
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts, but for what liquidity would lose.
 */
export function mintedFor(
  pool: Reserves,
  amounts: readonly bigint[],
  timestamp: bigint,
): { readonly amountOut: bigint; readonly xp: readonly bigint[]; readonly d: bigint } | null {
  const shape = shapeAt(pool, timestamp);
  const before = scaled(pool);
  const xp = scaled({ ...pool, balances: pool.balances.map((x, i) => x + (amounts[i] ?? 0n)) });
  const [d0, d] = [invariantAt(pool, timestamp), invariantOf(pool, { xp, shape })];
  if (d0 === null || d0 === 0n || d === null || pool.older?.isSpent) return null;
  const whole = (pool.supply * d) / d0 - pool.supply;
  const added =
    pool.older?.code === "2021-05"
      ? scaled({ ...pool, balances: pool.balances.map((_, i) => amounts[i] ?? 0n) })
      : xp.map((x, i) => x - (before[i] ?? 0n));
  if (whole <= 0n || sumOf(added) === 0n) return null;
  const fee = (depositFeeE10(pool, added, xp) * whole) / FEE_DENOMINATOR + 1n;
  return fee > whole ? null : { amountOut: whole - fee, xp, d };
}

/**
 * `add_liquidity` in a block, to a pool that has liquidity.
 *
 * @param amounts By coin; at least one above 0.
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimizedWETH.vy
 */
export function addCoins<R extends Reserves>(
  pool: R,
  amounts: readonly bigint[],
  timestamp: bigint,
): Traded<R> | null {
  const minted = mintedFor(pool, amounts, timestamp);
  if (minted === null) return null;
  const { amountOut, xp, d } = minted;
  const shape = shapeAt(pool, timestamp);
  const balances = pool.balances.map((x, i) => x + (amounts[i] ?? 0n));
  const added = { ...pool, balances, supply: pool.supply + amountOut };
  const price = pool.older === null ? null : priceOfDeposit(added, amounts, amountOut);
  if (price === "reverts") return null;
  const after = settled(added, { xp, d, price }, { timestamp, shape });
  if (after === null) return null;
  const next = pool.claims ? claimed(after, timestamp) : after;
  return next === null ? null : { amountOut, next: { ...pool, ...next } };
}

/**
 * `_claim_admin_fees` of code with native transfers: mints the admin's share of the profit. What
 * anyone sent to the pool, which it counts then, is not known.
 *
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimizedWETH.vy
 */
function claimed(pool: Reserves, timestamp: bigint): Reserves | null {
  const { profit, claimedProfit, virtualPrice } = pool;
  if (profit <= claimedProfit || pool.supply < E18) return pool;
  const fees = (profit - claimedProfit) / ADMIN_DIVISOR;
  const part = (virtualPrice * E18) / (virtualPrice - fees) - E18;
  const supply = pool.supply + (pool.supply * part) / E18;
  const left = profit - 2n * fees;
  const d = newtonD(scaled(pool), shapeAt(pool, timestamp));
  if (d === null) return null;
  const price = (E18 * balancedWorth(d, pool.priceScales)) / supply;
  return { ...pool, supply, d, virtualPrice: price, profit: left, claimedProfit: left };
}

/**
 * `remove_liquidity`: burns `amountIn` liquidity, not all, for all coins in proportion.
 *
 * @returns What each coin pays, rounded down; null where the contract reverts.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 */
export function removeAllCoins<R extends Reserves>(
  pool: R,
  amountIn: bigint,
): { readonly amountsOut: readonly bigint[]; readonly next: R } | null {
  const { balances, supply, d } = pool;
  if (amountIn <= 0n || amountIn >= supply || pool.older?.isSpent) return null;
  const share = amountIn - 1n;
  const amountsOut = balances.map((balance) => (balance * share) / supply);
  const next: R = {
    ...pool,
    balances: balances.map((balance, i) => balance - (amountsOut[i] ?? 0n)),
    supply: supply - amountIn,
    d: d - (d * share) / supply,
  };
  return { amountsOut, next };
}

/**
 * Burns `amountIn` liquidity for all coins and exchanges the others for coin `j`. The contract's
 * own way to one coin first takes the admin's share, of which it does not tell how much and when;
 * older code does not, and goes that way.
 *
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts.
 */
export function removeForCoin<R extends Reserves>(
  pool: R,
  { j, amountIn }: { readonly j: number; readonly amountIn: bigint },
  timestamp: bigint,
): Traded<R> | null {
  const { older } = pool;
  if (older?.isSpent) return null;
  if (older !== null) return removeOneCoin(pool, older, { j, amountIn, timestamp });
  const removed = removeAllCoins(pool, amountIn);
  if (removed === null) return null;
  let { next } = removed;
  let amountOut = removed.amountsOut[j] ?? 0n;
  for (const [i, given] of removed.amountsOut.entries()) {
    if (i === j) continue;
    if (given === 0n) return null;
    const traded = exchange(next, { i, j, amountIn: given }, timestamp);
    if (traded === null) return null;
    amountOut += traded.amountOut;
    next = traded.next;
  }
  return { amountOut, next };
}
