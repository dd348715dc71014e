import { virtualPrice } from "../curve-stableswap/reserves.ts";
import type { LogBlock } from "../curve-stableswap/transitions.ts";
import { type GrowthWindow, observe } from "../growth.ts";
import type { CurveNgFacts, CurveNgReading } from "./reading.ts";
import type { curveNgPool } from "./schema.ts";

type Row = typeof curveNgPool.$inferSelect;

/** Scale of the amplification in all of these pools. */
export const A_PRECISION = 100n;

const NUMBERS = [
  ...["supply", "feeE10", "adminFeeE10", "offpegE10"],
  ...["initialA", "futureA", "initialATime", "futureATime"],
] as const satisfies readonly (keyof Row)[];

/** Columns of a pool that nothing is known of yet: of the block of its creation. */
export function created({ coins, isMeta, isFollowed, dividesAtOnce }: CurveNgFacts, block: number) {
  const none = coins.map(() => 0n);
  return {
    ...{ coins: [...coins], isMeta, isFollowed, dividesAtOnce },
    ...{ rates: none, balances: none, supply: 0n },
    ...{ feeE10: 0n, adminFeeE10: 0n, offpegE10: 0n },
    ...{ initialA: 0n, futureA: 0n, initialATime: 0n, futureATime: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    ...{ isStale: true, readBlock: -1, updatedBlock: block },
  };
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(
  row: Pick<Row, keyof CurveNgReading | "dividesAtOnce" | "isStale" | "readBlock"> &
    Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
  reading: CurveNgReading,
  block: LogBlock,
) {
  const isSame =
    NUMBERS.every((name) => row[name] === reading[name]) &&
    String(row.balances) === String(reading.balances) &&
    String(row.rates) === String(reading.rates);
  if (isSame && !row.isStale && row.readBlock >= 0) return null;
  const window = row.latestPrice === 0n ? null : windowOf(row);
  return {
    ...columnsOf(reading, { ...block, window, dividesAtOnce: row.dividesAtOnce }),
    isStale: false,
    readBlock: block.number,
    updatedBlock: block.number,
  };
}

/** Columns of a reading, with the virtual price as seen then. */
export function columnsOf(
  { balances, rates, ...numbers }: CurveNgReading,
  {
    window,
    timestamp,
    dividesAtOnce,
  }: {
    readonly window: GrowthWindow | null;
    /** Seconds since the epoch. */
    readonly timestamp: number;
    readonly dividesAtOnce: boolean;
  },
) {
  const pool = { ...numbers, balances, rates, aPrecision: A_PRECISION, dividesAtOnce };
  const isUsed = numbers.supply > 0n && !balances.includes(0n);
  const price = isUsed ? virtualPrice(pool, BigInt(timestamp)) : 0n;
  const seen = price === 0n ? window : observe(window, { price, timestamp });
  return {
    ...numbers,
    ...{ balances: [...balances], rates: [...rates] },
    ...{ sincePrice: seen?.since.price ?? 0n, sinceTimestamp: seen?.since.timestamp ?? 0 },
    ...{ latestPrice: seen?.latest.price ?? 0n, latestTimestamp: seen?.latest.timestamp ?? 0 },
  };
}

function windowOf(
  row: Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
): GrowthWindow {
  return {
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
