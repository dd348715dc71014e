import { type Observed, observedOf, windowOf } from "../curve-stableswap/observation.ts";
import { balancesOf } from "./lending.ts";
import type { CurveLendingReading } from "./reading.ts";

/** What a reading, or that there is none, changes of a row. */
export type CurveLendingColumns = {
  -readonly [K in keyof CurveLendingReading]: Mutable<K>;
} & Observed & { readonly isStale: boolean };

type Mutable<K extends keyof CurveLendingReading> =
  CurveLendingReading[K] extends readonly (infer T)[] ? T[] : CurveLendingReading[K];

/** When a pool is read, and the 10^(36 - decimals) of its coins. */
interface ReadAt {
  readonly rates: readonly bigint[];
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** The columns after a reading; null where they say so already. */
export function readAt(
  row: (CurveLendingReading & Observed & { readonly isStale: boolean }) | null,
  reading: CurveLendingReading,
  { rates, timestamp }: ReadAt,
): CurveLendingColumns | null {
  if (row !== null && !row.isStale && isSame(row, reading)) return null;
  const balances = balancesOf(reading, BigInt(timestamp));
  const isUsed = balances.every((balance) => balance > 0n);
  const numbers = {
    ...{ ...reading, rates, aPrecision: 100n, dividesAtOnce: false },
    balances: isUsed ? balances : balances.map(() => 0n),
  };
  return {
    ...reading,
    scaledBalances: [...reading.scaledBalances],
    adminBalances: [...reading.adminBalances],
    indicesRay: [...reading.indicesRay],
    liquidityRatesRay: [...reading.liquidityRatesRay],
    accruedAt: [...reading.accruedAt],
    available: [...reading.available],
    isActive: [...reading.isActive],
    isFrozen: [...reading.isFrozen],
    ...observedOf(numbers, { window: row === null ? null : windowOf(row), timestamp }),
    isStale: false,
  };
}

function isSame(row: CurveLendingReading, reading: CurveLendingReading): boolean {
  const names = Object.keys(reading) as (keyof CurveLendingReading)[];
  return names.every((name) => String(row[name]) === String(reading[name]));
}
