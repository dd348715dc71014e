import { type GrowthWindow, observe } from "../growth.ts";
import { type PoolNumbers, virtualPrice } from "./reserves.ts";

/** Columns of the virtual prices that were seen, 18 decimals; 0 where none was yet. */
export interface Observed {
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
  readonly latestPrice: bigint;
  readonly latestTimestamp: number;
}

/** When a pool is read, and what was seen of it before. */
export interface Observation {
  readonly window: GrowthWindow | null;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** What was seen; null where nothing was yet. */
export function windowOf(row: Observed): GrowthWindow | null {
  if (row.latestPrice === 0n) return null;
  return {
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}

/** The columns after a reading; an unused pool has no price. */
export function observedOf(pool: PoolNumbers, { window, timestamp }: Observation): Observed {
  const isUsed = pool.supply > 0n && !pool.balances.includes(0n);
  const price = isUsed ? virtualPrice(pool, BigInt(timestamp)) : 0n;
  const seen = price === 0n ? window : observe(window, { price, timestamp });
  return {
    ...{ sincePrice: seen?.since.price ?? 0n, sinceTimestamp: seen?.since.timestamp ?? 0 },
    ...{ latestPrice: seen?.latest.price ?? 0n, latestTimestamp: seen?.latest.timestamp ?? 0 },
  };
}
