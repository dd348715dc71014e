import {
  type Observation,
  type Observed,
  observedOf,
  windowOf,
} from "../curve-stableswap/observation.ts";
import type { LogBlock } from "../curve-stableswap/transitions.ts";
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
export function created(
  { coins, basePool, isFollowed, dividesAtOnce }: CurveNgFacts,
  block: number,
) {
  const none = coins.map(() => 0n);
  return {
    ...{ coins: [...coins], basePool, isFollowed, dividesAtOnce },
    ...{ rates: none, balances: none, supply: 0n },
    ...{ feeE10: 0n, adminFeeE10: 0n, offpegE10: 0n },
    ...{ initialA: 0n, futureA: 0n, initialATime: 0n, futureATime: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    ...{ isStale: true, readBlock: -1, updatedBlock: block },
  };
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(
  row: Pick<Row, keyof CurveNgReading | "dividesAtOnce" | "isStale" | "readBlock"> & Observed,
  reading: CurveNgReading,
  block: LogBlock,
) {
  const isSame =
    NUMBERS.every((name) => row[name] === reading[name]) &&
    String(row.balances) === String(reading.balances) &&
    String(row.rates) === String(reading.rates);
  if (isSame && !row.isStale && row.readBlock >= 0) return null;
  const { timestamp } = block;
  const { dividesAtOnce } = row;
  return {
    ...columnsOf(reading, { window: windowOf(row), timestamp, dividesAtOnce }),
    isStale: false,
    readBlock: block.number,
    updatedBlock: block.number,
  };
}

/** Columns of a reading, with the virtual price as seen then. */
export function columnsOf(
  reading: CurveNgReading,
  { dividesAtOnce, ...at }: Observation & { readonly dividesAtOnce: boolean },
) {
  return {
    ...reading,
    ...{ balances: [...reading.balances], rates: [...reading.rates] },
    ...observedOf({ ...reading, aPrecision: A_PRECISION, dividesAtOnce }, at),
  };
}
