import { and, eq, gte, isNull, lte, or } from "drizzle-orm";
import { type Aggregate, readTogether } from "../../catalog/live/aggregate.ts";
import { clockOf } from "../../catalog/live/clock.ts";
import type { LiveReader, LiveReading } from "../../catalog/live/reader.ts";
import { deployments, type Generation } from "./contracts.ts";
import { columnsOf, type FeeColumns, UNREAD } from "./fee-columns.ts";
import { readFees } from "./reading.ts";
import { algebraPool } from "./schema.ts";

type Row = Pick<typeof algebraPool.$inferSelect, "address" | "slug"> & FeeColumns;

/** A plugin that does not say its fees: asked again when somebody trades, and with all. */
const UNTOLD: FeeColumns = { ...UNREAD, feePips: [] };
/** How often all are read, as their settings and plugins may change. */
const SECONDS_BETWEEN_ALL = 600;
/** So many blocks before the timepoints of a row no longer tell the fee it is read again. */
const BLOCKS_AHEAD = 3;

/**
 * Reads what fees are made of: of a pool in the block that changed it, again when the timepoints
 * that were read are over, and of all now and then.
 */
export const algebraReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const rows = await duePools(reading);
    const readers = deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[reading.chain.chainId]?.contracts;
      const own = rows.filter((row) => row.slug === slug);
      if (contracts === undefined || own.length === 0) return [];
      const { generation } = contracts;
      return [(aggregate: Aggregate) => readOwn(reading, { generation, rows: own }, aggregate)];
    });
    await readTogether(readers, reading.aggregate);
  },
};

async function readOwn(
  { context, chain, block }: LiveReading,
  { generation, rows }: { readonly generation: Generation; readonly rows: readonly Row[] },
  aggregate: Aggregate,
): Promise<void> {
  const { number, timestamp } = block;
  const fees = await readFees(aggregate, { generation, pools: rows, timestamp });
  for (const row of rows) {
    const fee = fees.get(row.address) ?? null;
    const columns = fee === null ? UNTOLD : columnsOf(fee);
    if (isSame(row, columns)) continue;
    await context.db
      .update(algebraPool, { chainId: chain.chainId, address: row.address })
      .set({ ...columns, updatedBlock: number });
  }
}

async function duePools(reading: LiveReading): Promise<readonly Row[]> {
  const { db } = reading.context;
  const { chainId, blockTimeSeconds } = reading.chain;
  const { number, timestamp } = reading.block;
  const isDue = await clockOf(reading);
  const { address, slug, feePips, feeKind, feeSettings, feeFactors, timepoints } = algebraPool;
  const { lastTick, windowIndex, knownUntil, updatedBlock } = algebraPool;
  const onChain = eq(algebraPool.chainId, chainId);
  const isOver = lte(knownUntil, timestamp + Math.ceil(BLOCKS_AHEAD * blockTimeSeconds));
  const isNew = isNull(feePips);
  return db.sql
    .select({
      ...{ address, slug, feePips, feeKind, feeSettings, feeFactors, timepoints },
      ...{ lastTick, windowIndex, knownUntil },
    })
    .from(algebraPool)
    .where(
      isDue(SECONDS_BETWEEN_ALL)
        ? onChain
        : and(onChain, or(gte(updatedBlock, number), isOver, isNew)),
    );
}

function isSame(row: Row, columns: FeeColumns): boolean {
  const names = Object.keys(columns) as (keyof FeeColumns)[];
  return names.every((name) => String(row[name]) === String(columns[name]));
}
