import type { Address } from "viem";
import { type GrowthWindow, observe } from "../growth.ts";
import { type Generation, isOlder, OLDER_CODE } from "./older-code.ts";
import { distanceOf } from "./older-oracle.ts";
import { type CurveCryptoReading, unknown } from "./reading.ts";
import type { curveCryptoPool } from "./schema.ts";

type Row = typeof curveCryptoPool.$inferSelect;
type Window = Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">;

/** What a pool's creation, or the list of older ones, tells of it. */
export interface CreatedPool {
  readonly coins: readonly Address[];
  readonly generation: Generation;
  readonly lpToken: Address;
  /** Of older pools 10^(18 - decimals) of each coin; the others' code tells. */
  readonly precisions?: readonly bigint[];
}

/** Columns of a pool that nothing is known of yet: of the block of its creation. */
export function created({ coins, generation, lpToken, precisions }: CreatedPool, block: number) {
  const nothing = unknown(coins.length);
  const known = { ...nothing, precisions: precisions ?? nothing.precisions };
  return {
    ...{ ...columnsOf(known, { window: null, timestamp: 0 }), coins: [...coins] },
    ...{ generation, lpToken, moves: null },
    ...{ isStale: true, readBlock: -1, updatedBlock: block },
  };
}

/**
 * What a reading changes of a row; null where it says what the row does.
 *
 * Averages move with their time alone. Those of a row that has the same time stay: it was read when
 * they moved, and one that is read later is good for no more than one unit of what it leads to.
 */
export function readAt(
  row: Row,
  reading: CurveCryptoReading,
  block: { readonly number: number; readonly timestamp: number },
) {
  const isKnown = row.readBlock >= 0 && row.code === reading.code;
  const hasMoved = !isKnown || row.averagesTime !== reading.averagesTime;
  const { priceAverages } = hasMoved ? reading : row;
  const columns = columnsOf(
    { ...reading, priceAverages },
    { window: windowOf(row), timestamp: block.timestamp },
  );
  const isSame = Object.keys(reading).every((name) => {
    const column = name as keyof CurveCryptoReading;
    return String(row[column]) === String(columns[column]);
  });
  if (isSame && !row.isStale && row.readBlock >= 0) return null;
  return {
    ...{ ...columns, moves: isKnown ? movesAfter(row, { ...reading, priceAverages }) : null },
    ...{ isStale: false, readBlock: block.number, updatedBlock: block.number },
  };
}

/**
 * Whether a scale is about to move, of what the contract tells of all but that. A trade that finds
 * it so moves it, or ends that: where a pool was traded and the scale is the same, it is not.
 *
 * @param reading All that happened since the row is before it.
 */
function movesAfter(row: Row, reading: CurveCryptoReading): boolean | null {
  const { generation: code } = row;
  if (!isOlder(code)) return null;
  type Name = "averagesTime" | "lastPrices" | "profit" | "priceScales" | "adjustmentStep";
  const isSame = (name: Name) => String(row[name]) === String(reading[name]);
  if (isSame("averagesTime") && isSame("lastPrices") && isSame("profit")) return row.moves;
  if (!isSame("priceScales") || !isSame("adjustmentStep")) return null;
  const { threshold } = reading;
  const older = { code, threshold, moves: null, isSpent: false };
  const isFar = distanceOf(reading, older) !== null;
  return isFar || !OLDER_CODE[code].waits ? false : null;
}

/** Columns of a reading, with the virtual price as seen then. */
export function columnsOf(
  reading: CurveCryptoReading,
  { window, timestamp }: { readonly window: GrowthWindow | null; readonly timestamp: number },
) {
  const { virtualPrice: price } = reading;
  const seen = price === 0n ? window : observe(window, { price, timestamp });
  return {
    ...reading,
    ...{ precisions: [...reading.precisions], balances: [...reading.balances] },
    ...{ priceScales: [...reading.priceScales], lastPrices: [...reading.lastPrices] },
    priceAverages: [...reading.priceAverages],
    ...{ sincePrice: seen?.since.price ?? 0n, sinceTimestamp: seen?.since.timestamp ?? 0 },
    ...{ latestPrice: seen?.latest.price ?? 0n, latestTimestamp: seen?.latest.timestamp ?? 0 },
  };
}

function windowOf(row: Window): GrowthWindow | null {
  if (row.latestPrice === 0n) return null;
  return {
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
