import { and, eq, gte, isNull, or } from "drizzle-orm";
import { type Aggregate, readTogether } from "../../catalog/live/aggregate.ts";
import { clockOf } from "../../catalog/live/clock.ts";
import type { LiveReader, LiveReading } from "../../catalog/live/reader.ts";
import { deployments, type SlipstreamContracts } from "./contracts.ts";
import { type ReadFee, readFees } from "./reading.ts";
import { slipstreamPool } from "./schema.ts";

type Row = Pick<
  typeof slipstreamPool.$inferSelect,
  | ("address" | "slug" | "tickSpacing" | "feePips" | "scalingFactor" | "feeCapPips")
  | ("averageTicks" | "latestTimestamp" | "firstFeePips" | "sinceTimestamp")
>;

/** For so long a pool's average follows a trade; modules average over ten minutes. */
const FOLLOWED_SECONDS = 600;
/** How often the fees of pools that are followed, and of all, are read. */
const SECONDS_BETWEEN = { followed: 2, all: 600 };

/**
 * Reads what the factories' modules say: of a pool in the block that changed it, then again and
 * again for as long as that moves its average, and of all now and then, as their settings may
 * change.
 */
export const slipstreamReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const rows = await duePools(reading);
    const readers = deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[reading.chain.chainId]?.contracts;
      const own = rows.filter((row) => row.slug === slug);
      if (contracts === undefined || own.length === 0) return [];
      return [
        (aggregate: Aggregate) => readDeployment(reading, { contracts, rows: own }, aggregate),
      ];
    });
    await readTogether(readers, reading.aggregate);
  },
};

async function readDeployment(
  { context, chain, block }: LiveReading,
  { contracts, rows }: { readonly contracts: SlipstreamContracts; readonly rows: readonly Row[] },
  aggregate: Aggregate,
): Promise<void> {
  const { timestamp } = block;
  const fees = await readFees(aggregate, { ...contracts, pools: rows, timestamp });
  for (const row of rows) {
    const fee = fees.get(row.address);
    // What fails says nothing.
    if (fee == null || isSame(row, fee)) continue;
    await context.db
      .update(slipstreamPool, { chainId: chain.chainId, address: row.address })
      .set({ ...columnsOf(fee), updatedBlock: block.number });
  }
}

async function duePools(reading: LiveReading): Promise<readonly Row[]> {
  const { db } = reading.context;
  const { chainId, blockTimeSeconds } = reading.chain;
  const { number } = reading.block;
  const isDue = await clockOf(reading);
  const since = isDue(SECONDS_BETWEEN.followed)
    ? number - Math.ceil(FOLLOWED_SECONDS / blockTimeSeconds)
    : number;
  const onChain = eq(slipstreamPool.chainId, chainId);
  const { address, slug, tickSpacing, feePips, scalingFactor, feeCapPips } = slipstreamPool;
  const { averageTicks, latestTimestamp, firstFeePips, sinceTimestamp, updatedBlock } =
    slipstreamPool;
  return db.sql
    .select({
      ...{ address, slug, tickSpacing, feePips, scalingFactor, feeCapPips },
      ...{ averageTicks, latestTimestamp, firstFeePips, sinceTimestamp },
    })
    .from(slipstreamPool)
    .where(
      isDue(SECONDS_BETWEEN.all)
        ? onChain
        : and(onChain, or(isNull(feePips), gte(updatedBlock, since))),
    );
}

/** The columns that state a fee. */
export function columnsOf({ feePips, dynamicFee }: ReadFee) {
  return {
    feePips,
    scalingFactor: dynamicFee?.scalingFactor ?? null,
    feeCapPips: dynamicFee?.capPips ?? null,
    averageTicks: dynamicFee === null ? null : [...dynamicFee.averageTicks],
    latestTimestamp: dynamicFee?.latestTimestamp ?? null,
    firstFeePips: dynamicFee?.firstPips ?? null,
    sinceTimestamp: dynamicFee?.sinceTimestamp ?? null,
  };
}

/** Whether a row states the fee already; the time of the reading says nothing by itself. */
function isSame(row: Row, fee: ReadFee): boolean {
  const { averageTicks, latestTimestamp, sinceTimestamp, ...found } = columnsOf(fee);
  const { feePips, scalingFactor, feeCapPips, firstFeePips } = row;
  const isStillFirst =
    sinceTimestamp === latestTimestamp && (row.sinceTimestamp ?? 0) <= (latestTimestamp ?? 0);
  return (
    found.feePips === feePips &&
    found.scalingFactor === scalingFactor &&
    found.feeCapPips === feeCapPips &&
    found.firstFeePips === firstFeePips &&
    averageTicks?.join() === row.averageTicks?.join() &&
    (firstFeePips === null || isStillFirst || sinceTimestamp === row.sinceTimestamp)
  );
}
