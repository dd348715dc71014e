import {
  type Observation,
  type Observed,
  observedOf,
  windowOf,
} from "../curve-stableswap/observation.ts";
import type { LogBlock } from "../curve-stableswap/transitions.ts";
import type { CurveMetaFacts, CurveMetaReading } from "./reading.ts";
import type { curveMetaPool } from "./schema.ts";

type Row = typeof curveMetaPool.$inferSelect;

/** What the code of all of these metapools fixes. */
export const FIXED = { aPrecision: 100n, dividesAtOnce: false, offpegE10: null } as const;

const NUMBERS = [
  ...["supply", "feeE10", "adminFeeE10"],
  ...["initialA", "futureA", "initialATime", "futureATime"],
] as const satisfies readonly (keyof Row)[];

/** Columns of a metapool that nothing is known of yet: of the block of its creation. */
export function created({ coins, basePool, rate }: CurveMetaFacts, block: number) {
  return {
    ...{ coins: [...coins], basePool, rates: [rate, 0n], balances: [0n, 0n], supply: 0n },
    ...{ feeE10: 0n, adminFeeE10: 0n },
    ...{ initialA: 0n, futureA: 0n, initialATime: 0n, futureATime: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    ...{ isStale: true, readBlock: -1, updatedBlock: block },
  };
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(
  row: Pick<Row, keyof CurveMetaReading | "isStale" | "readBlock"> & Observed,
  reading: CurveMetaReading,
  block: LogBlock,
) {
  const isSame =
    NUMBERS.every((name) => row[name] === reading[name]) &&
    String(row.balances) === String(reading.balances) &&
    String(row.rates) === String(reading.rates);
  if (isSame && !row.isStale && row.readBlock >= 0) return null;
  return {
    ...columnsOf(reading, { window: windowOf(row), timestamp: block.timestamp }),
    ...{ isStale: false, readBlock: block.number, updatedBlock: block.number },
  };
}

/** Columns of a reading, with the virtual price as seen then. */
export function columnsOf(reading: CurveMetaReading, at: Observation) {
  return {
    ...reading,
    ...{ balances: [...reading.balances], rates: [...reading.rates] },
    ...observedOf({ ...reading, ...FIXED }, at),
  };
}
