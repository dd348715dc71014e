import { E18 } from "./newton.ts";
import { OLDER_CODE, type Older } from "./older-code.ts";
import { olderNewtonY } from "./older-newton.ts";
import { olderTweaked, type TradePrice } from "./older-oracle.ts";
import { feeE10At, invariantAt, type Reserves, scaled, shapeAt } from "./reserves.ts";

/** Amounts up to this tell no price. */
const LEAST_TELLING = 10n ** 5n;
const FEE_DENOMINATOR = 10n ** 10n;

/** Until when A and gamma move, as a trade has it: 1 where that is over by the block. */
export function rampTimeOf(pool: Reserves, older: Older, timestamp: bigint): bigint {
  if (!OLDER_CODE[older.code].followsRamps) return 0n;
  return pool.futureTime > 0n && timestamp >= pool.futureTime ? 1n : pool.futureTime;
}

/** The price of an exchange; null where it is too small to tell. */
export function priceOfExchange(
  { precisions, lastPrices }: Reserves,
  exchange: {
    readonly i: number;
    readonly j: number;
    readonly amountIn: bigint;
    readonly amountOut: bigint;
  },
): TradePrice | null {
  const { i, j, amountIn, amountOut } = exchange;
  if (amountIn <= LEAST_TELLING || amountOut <= LEAST_TELLING) return null;
  const given = amountIn * (precisions[i] ?? 1n);
  const paid = amountOut * (precisions[j] ?? 1n);
  if (i === 0) return { index: j, price: (given * E18) / paid };
  if (j === 0) return { index: i, price: (paid * E18) / given };
  return { index: j, price: ((lastPrices[i - 1] ?? 0n) * given) / paid };
}

/**
 * The price that a deposit or a withdrawal of one coin was made at.
 *
 * @param pool Of whose balances the others' part is taken: after a deposit, before a withdrawal.
 * @param part Of all, as a fraction: liquidity of the supply, or of the invariant.
 * @returns "reverts" where the contract does.
 */
export function priceOfCoin(
  pool: Pick<Reserves, "balances" | "precisions" | "lastPrices">,
  { index, amount }: { readonly index: number; readonly amount: bigint },
  part: { readonly numerator: bigint; readonly denominator: bigint },
): TradePrice | "reverts" {
  const { balances, precisions, lastPrices } = pool;
  const isOfTwo = balances.length === 2;
  const whole = balances.reduce((sum, balance, k) => {
    if (k === index) return sum;
    const own = balance * (precisions[k] ?? 1n);
    // The code of two coins finds the price of the first in the second, and turns it around.
    if (k === 0 || isOfTwo) return sum + own;
    return sum + (balance * (lastPrices[k - 1] ?? 0n) * (precisions[k] ?? 1n)) / E18;
  }, 0n);
  const others = (whole * part.numerator) / part.denominator;
  const precision = precisions[index] ?? 1n;
  const ofOwn = (part.numerator * (balances[index] ?? 0n) * precision) / part.denominator;
  const rest = amount * precision - ofOwn;
  if (rest <= 0n) return "reverts";
  const price = (others * E18) / rest;
  if (!isOfTwo || index !== 0) return { index, price };
  return price === 0n ? "reverts" : { index: 1, price: (E18 * E18) / price };
}

/**
 * The price of a deposit; null where several coins are given, or too little is minted to tell.
 *
 * @param pool With the balances and the supply of after the deposit.
 */
export function priceOfDeposit(
  pool: Reserves,
  amounts: readonly bigint[],
  minted: bigint,
): TradePrice | "reverts" | null {
  const given = amounts.flatMap((amount, index) => (amount > 0n ? [{ index, amount }] : []));
  const [only, ...others] = given;
  if (only === undefined || others.length > 0 || minted <= LEAST_TELLING) return null;
  return priceOfCoin(pool, only, { numerator: minted, denominator: pool.supply });
}

/**
 * `remove_liquidity_one_coin` of older code, which takes no share of the admin's first.
 *
 * @param timestamp Seconds since the epoch.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoSwap.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
 */
export function removeOneCoin<R extends Reserves>(
  pool: R,
  older: Older,
  {
    j: index,
    amountIn,
    timestamp,
  }: { readonly j: number; readonly amountIn: bigint; readonly timestamp: bigint },
): { readonly amountOut: bigint; readonly next: R } | null {
  const { supply } = pool;
  const paid = paidForShare(pool, { j: index, amountIn, timestamp });
  if (paid === null || amountIn >= supply) return null;
  const { amountOut, xp, d, part } = paid;
  const isTelling = amountOut > LEAST_TELLING && amountIn > LEAST_TELLING;
  const price = isTelling ? priceOfCoin(pool, { index, amount: amountOut }, part) : null;
  if (price === "reverts") return null;
  const balances = pool.balances.map((balance, k) => (k === index ? balance - amountOut : balance));
  // A pool whose A and gamma do not move is taken for one that just ended.
  const isOver = OLDER_CODE[older.code].followsRamps && timestamp >= pool.futureTime;
  const rampTime = isOver ? 1n : rampTimeOf(pool, older, timestamp);
  const next = olderTweaked({ ...pool, balances, supply: supply - amountIn }, older, {
    ...{ xp, d, price, shape: shapeAt(pool, timestamp), timestamp, rampTime },
  });
  return next === null ? null : { amountOut, next: { ...pool, ...next } };
}

/** What a withdrawal of one coin pays, without what it leaves behind. */
export function paidForShare(
  pool: Reserves,
  {
    j: index,
    amountIn,
    timestamp,
  }: { readonly j: number; readonly amountIn: bigint; readonly timestamp: bigint },
) {
  const before = invariantAt(pool, timestamp);
  if (before === null || before === 0n || amountIn <= 0n || amountIn > pool.supply) return null;
  const held = scaled(pool);
  const numerator = (amountIn * before) / pool.supply;
  const feeE10 = feeE10At(pool, held);
  const lost = numerator - ((feeE10 * numerator) / (2n * FEE_DENOMINATOR) + 1n);
  const d = before - lost;
  if (lost < 0n) return null;
  const y = olderNewtonY(held, index, { d, shape: shapeAt(pool, timestamp) });
  if (y === null || y > (held[index] ?? 0n)) return null;
  const unit = (pool.precisions[index] ?? 1n) * (pool.priceScales[index - 1] ?? E18);
  const amountOut = (((held[index] ?? 0n) - y) * E18) / unit;
  if (amountOut > (pool.balances[index] ?? 0n)) return null;
  const xp = held.map((x, k) => (k === index ? y : x));
  return { amountOut, xp, d, part: { numerator, denominator: before } };
}
