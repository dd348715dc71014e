import { max, min } from "../../lib/math.ts";
import { sqrtDown } from "../../lib/sqrt.ts";
import { pricesAt } from "./invariant.ts";
import { E18, newtonD, type Shape } from "./newton.ts";
import type { Reserves } from "./reserves.ts";
import { geometricMean, wadExp } from "./roots.ts";

/**
 * The part of an older average that is left after some seconds, 18 decimals.
 *
 * @param time Of the average, seconds.
 */
export function remaining(seconds: bigint, time: bigint): bigint {
  return wadExp(-((seconds * E18) / time));
}

/**
 * Average prices at a time, in which the last ones count, but at most twice the scale.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 */
export function averagesAt(
  {
    priceAverages,
    lastPrices,
    priceScales,
    averagesTime,
    averagingSeconds,
  }: Pick<Reserves, Averaged>,
  timestamp: bigint,
): readonly bigint[] {
  if (averagesTime >= timestamp) return priceAverages;
  const left = remaining(timestamp - averagesTime, averagingSeconds);
  return priceAverages.map((average, k) => {
    const last = min(lastPrices[k] ?? 0n, 2n * (priceScales[k] ?? 0n));
    return (last * (E18 - left) + average * left) / E18;
  });
}

type Averaged =
  | ("priceAverages" | "lastPrices" | "priceScales")
  | ("averagesTime" | "averagingSeconds");

/**
 * What averages were at the last change, of what the contract's view says of a later block. As the
 * view rounds, there may be several that it would say the same of; each is good for one unit.
 *
 * @param seen By the view, at `timestamp`.
 */
export function averagesBefore(
  pool: Pick<Reserves, Exclude<Averaged, "priceAverages">>,
  seen: readonly bigint[],
  timestamp: bigint,
): readonly bigint[] {
  const { averagesTime, averagingSeconds, lastPrices, priceScales } = pool;
  if (averagesTime >= timestamp) return seen;
  const left = remaining(timestamp - averagesTime, averagingSeconds);
  const last = lastPrices.map((price, k) => min(price, 2n * (priceScales[k] ?? 0n)));
  return averagesFrom(seen, last, left);
}

/**
 * What averages were, of what they have become.
 *
 * @param last The prices that have come in.
 * @param left What part of the older averages is left, 18 decimals.
 */
export function averagesFrom(
  seen: readonly bigint[],
  last: readonly bigint[],
  left: bigint,
): readonly bigint[] {
  if (left === 0n) return seen;
  return seen.map((price, k) => {
    const rest = price * E18 - (last[k] ?? 0n) * (E18 - left);
    return max((rest + left - 1n) / left, 0n);
  });
}

/**
 * `get_xcp`: what a balanced pool of an invariant would hold, by the geometric mean; 18 decimals.
 *
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 */
export function balancedWorth(d: bigint, priceScales: readonly bigint[]): bigint {
  const n = BigInt(priceScales.length + 1);
  return geometricMean([d / n, ...priceScales.map((price) => (d * E18) / (n * price))]);
}

/** How far averages are from the scale, 18 decimals. */
function deviation(averages: readonly bigint[], scales: readonly bigint[]): bigint {
  const parts = averages.map((average, k) => {
    const ratio = (average * E18) / (scales[k] ?? 1n);
    return ratio > E18 ? ratio - E18 : E18 - ratio;
  });
  const [only = 0n] = parts;
  if (parts.length === 1) return only;
  return sqrtDown(parts.reduce((sum, part) => sum + part * part, 0n));
}

/** By how much the scale follows the averages at least, as a part of how far it is from them. */
const LEAST_PART = 5n;

/**
 * `tweak_price`: averages, profit and virtual price after a trade, and a new scale of prices where
 * the profit pays for it.
 *
 * @param pool With the balances and the supply of after the trade.
 * @param after.xp Balances in units of the first coin, by the scale of before.
 * @param after.d The invariant of those.
 * @param timestamp Of the block, seconds since the epoch.
 * @returns null where the contract reverts, as where liquidity would lose.
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 */
export function tweaked(
  pool: Reserves,
  { xp, d }: { readonly xp: readonly bigint[]; readonly d: bigint },
  { timestamp, shape }: { readonly timestamp: bigint; readonly shape: Shape },
): Reserves | null {
  const { priceScales, supply } = pool;
  const priceAverages = averagesAt(pool, timestamp);
  const lastPrices = pricesAt(xp, d, shape).map(
    (price, k) => (price * (priceScales[k] ?? 0n)) / E18,
  );
  let virtualPrice = E18;
  let profit = E18;
  if (pool.virtualPrice > 0n) {
    virtualPrice = (E18 * balancedWorth(d, priceScales)) / supply;
    profit = (pool.profit * virtualPrice) / pool.virtualPrice;
    if (pool.futureTime < timestamp && virtualPrice <= pool.virtualPrice) return null;
  }
  const averagesTime = max(pool.averagesTime, timestamp);
  const kept = { ...pool, priceAverages, lastPrices, averagesTime, profit, d, virtualPrice };
  if (2n * virtualPrice - E18 <= profit + 2n * pool.allowedProfit) return kept;
  const norm = deviation(priceAverages, priceScales);
  const step = max(pool.adjustmentStep, norm / LEAST_PART);
  if (norm <= step) return kept;
  const moved = priceScales.map(
    (price, k) => (price * (norm - step) + step * (priceAverages[k] ?? 0n)) / norm,
  );
  const rescaled = xp.map((x, i) => {
    const [before, after] = [priceScales[i - 1], moved[i - 1]];
    return before === undefined || after === undefined ? x : (x * after) / before;
  });
  const next = newtonD(rescaled, shape);
  if (next === null) return null;
  const price = (E18 * balancedWorth(next, moved)) / supply;
  if (price <= E18 || 2n * price - E18 <= profit) return kept;
  return { ...kept, d: next, virtualPrice: price, priceScales: moved };
}
