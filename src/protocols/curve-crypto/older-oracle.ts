import { max } from "../../lib/math.ts";
import { E18, type Shape, sumOf } from "./newton.ts";
import { OLDER_CODE, type Older, type OlderTraits } from "./older-code.ts";
import {
  fromOne,
  halfPower,
  olderNewtonD,
  olderNewtonY,
  olderWorth,
  squareRoot,
} from "./older-newton.ts";
import type { Reserves } from "./reserves.ts";

/** A price that a trade was made at; `index` 0: of the first coin in all others; 18 decimals. */
export interface TradePrice {
  readonly index: number;
  readonly price: bigint;
}

/** Pools of three coins keep prices in 128 bits. */
const PRICE_LIMIT = 1n << 128n;
/** What of the profit the oldest code leaves, 18 decimals. */
const OLDEST_ALLOWED = 10n ** 13n;
/** The part of the first coin's balance that prices are found with. */
const PRICE_PART = 10n ** 6n;

type Averaged = Pick<
  Reserves,
  "priceAverages" | "lastPrices" | "averagesTime" | "averagingSeconds"
>;

/** The part of older averages that is left, 18 decimals. */
export function olderRemaining(seconds: bigint, halfTime: bigint): bigint {
  return halfPower((seconds * E18) / halfTime);
}

/**
 * Average prices at a time, in which the last ones count.
 *
 * @param timestamp Seconds since the epoch.
 */
export function olderAveragesAt(pool: Averaged, timestamp: bigint): readonly bigint[] {
  if (pool.averagesTime >= timestamp) return pool.priceAverages;
  const left = olderRemaining(timestamp - pool.averagesTime, pool.averagingSeconds);
  return pool.priceAverages.map(
    (average, k) => ((pool.lastPrices[k] ?? 0n) * (E18 - left) + average * left) / E18,
  );
}

/** What `tweak_price` is given, and what it is called with. */
export interface Tweak {
  /** Balances in units of the first coin, by the scale of before, and their invariant. */
  readonly xp: readonly bigint[];
  readonly d: bigint;
  /** Null: prices are those of the invariant. */
  readonly price: TradePrice | null;
  readonly shape: Shape;
  /** Of the block, seconds since the epoch. */
  readonly timestamp: bigint;
  /** Until when A and gamma move, as the contract has it in the call: 1 where that just ended. */
  readonly rampTime: bigint;
}

/**
 * `tweak_price` of older code: averages, profit and virtual price after a trade, and a new scale of
 * prices where the profit pays for it.
 *
 * @param pool With the balances and the supply of after the trade.
 * @returns null where the contract reverts.
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoSwap.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/two/CurveCryptoSwap2ETH.vy
 */
export function olderTweaked(pool: Reserves, older: Older, tweak: Tweak): Reserves | null {
  const { d, timestamp, rampTime } = tweak;
  if (pool.supply === 0n) return null;
  const priceAverages = olderAveragesAt(pool, timestamp);
  const lastPrices = lastPricesOf(pool, tweak);
  const worth = olderWorth(d, pool.priceScales);
  if (lastPrices === null || worth === null) return null;
  const isLarge = [...lastPrices, ...priceAverages].some((price) => price >= PRICE_LIMIT);
  if (isLarge && lastPrices.length > 1) return null;
  let virtualPrice = E18;
  let profit = E18;
  if (pool.virtualPrice > 0n) {
    virtualPrice = (E18 * worth) / pool.supply;
    profit = (pool.profit * virtualPrice) / pool.virtualPrice;
    if (virtualPrice < pool.virtualPrice && rampTime === 0n) return null;
  }
  const averagesTime = max(pool.averagesTime, timestamp);
  const traits = OLDER_CODE[older.code];
  const futureTime = traits.followsRamps && rampTime === 1n ? 0n : pool.futureTime;
  const kept: Reserves = {
    ...{ ...pool, priceAverages, lastPrices, averagesTime, profit, d, virtualPrice },
    ...{ futureTime, older },
  };
  return rescaled(kept, older, tweak);
}

function lastPricesOf(pool: Reserves, { xp, d, price, shape }: Tweak): readonly bigint[] | null {
  if (price !== null && price.price > 0n) {
    return pool.lastPrices.map((last, k) => {
      if (price.index === 0) return (last * E18) / price.price;
      return k === price.index - 1 ? price.price : last;
    });
  }
  const [first = 0n, ...others] = xp;
  const part = first / PRICE_PART;
  const moved = [first + part, ...others];
  const prices: bigint[] = [];
  for (const [k, x] of others.entries()) {
    const y = olderNewtonY(moved, k + 1, { d, shape });
    if (y === null || x <= y) return null;
    prices.push(((pool.priceScales[k] ?? 0n) * part) / (x - y));
  }
  return prices;
}

/** Whether the profit is beyond what has to be left of it; null where the contract reverts. */
function isBeyond(
  { virtualPrice, profit, allowedProfit }: Reserves,
  code: Older["code"],
): boolean | null {
  if (code !== "2021-05") {
    return virtualPrice * 2n < E18 ? null : virtualPrice * 2n - E18 > profit + 2n * allowedProfit;
  }
  if (virtualPrice < E18 || profit < E18) return null;
  return virtualPrice - E18 > (profit - E18) / 2n + OLDEST_ALLOWED;
}

/** How far averages are from the scale, and by how much that moves at once; 18 decimals. */
interface Distance {
  readonly norm: bigint;
  readonly step: bigint;
}

/**
 * How the scale would move; null where averages are near it.
 *
 * @param pool With averages as the last trade left them.
 */
export function distanceOf(
  pool: Pick<Reserves, "priceAverages" | "priceScales" | "adjustmentStep">,
  older: Older,
): Distance | "reverts" | null {
  const { part } = OLDER_CODE[older.code];
  const ratios = pool.priceAverages.map((average, k) =>
    fromOne((average * E18) / max(pool.priceScales[k] ?? 1n, 1n)),
  );
  const [only = 0n, ...others] = ratios;
  if (others.length === 0) {
    const step = max(pool.adjustmentStep, part === 0n ? 0n : only / part);
    return only > step ? { norm: only, step } : null;
  }
  const squares = sumOf(ratios.map((ratio) => ratio * ratio));
  if (squares <= older.threshold * older.threshold) return null;
  const norm = squareRoot(squares / E18);
  // A step beyond the norm, or a norm of 0, is more than the contract can take.
  if (norm === null || norm === 0n || norm < pool.adjustmentStep) return "reverts";
  return { norm, step: pool.adjustmentStep };
}

/** The pool with a new scale of prices; null where that does not pay. */
function moved(
  kept: Reserves,
  { norm, step }: Distance,
  { xp, shape }: Tweak,
): Reserves | "reverts" | null {
  const scales = kept.priceScales.map(
    (price, k) => (price * (norm - step) + step * (kept.priceAverages[k] ?? 0n)) / norm,
  );
  const balances = xp.map((x, i) => {
    const [before, after] = [kept.priceScales[i - 1], scales[i - 1]];
    return before === undefined || after === undefined ? x : (x * after) / before;
  });
  const d = olderNewtonD(balances, shape);
  const worth = d === null ? null : olderWorth(d, scales);
  if (d === null || worth === null) return "reverts";
  const virtualPrice = (E18 * worth) / kept.supply;
  if (virtualPrice <= E18 || 2n * virtualPrice - E18 <= kept.profit) return null;
  return { ...kept, d, virtualPrice, priceScales: scales };
}

/** The pool after its scale has moved, or was to move, or neither. */
function rescaled(kept: Reserves, older: Older, tweak: Tweak): Reserves | null {
  const traits: OlderTraits = OLDER_CODE[older.code];
  const left = (change: Partial<Older>): Reserves => ({ ...kept, older: { ...older, ...change } });
  const distance = distanceOf(kept, older);
  const isAllowed = isBeyond(kept, older.code);
  if (isAllowed === null || (distance === "reverts" && (isAllowed || older.moves === true)))
    return null;
  const begins = isAllowed && (traits.waits || distance !== null);
  const moves = older.moves === true || begins;
  // Where nothing begins, what happens is that of a pool that is about to move, or nothing.
  if (!moves && older.moves === false) return left({});
  if (distance === null) {
    if (!traits.waits) return left({ moves: false, isSpent: true });
    return left({ moves: moves ? true : older.moves });
  }
  const next = distance === "reverts" ? "reverts" : moved(kept, distance, tweak);
  if (next === "reverts") return moves ? null : left({ isSpent: true });
  if (next === null) return left({ moves: false, isSpent: traits.claims });
  return moves ? { ...next, older: { ...older, moves: true } } : left({ isSpent: true });
}
