import { and, eq, lt, or } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { curveFactoryPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/** Reads pools that a log has changed or that were never read, in every live block. */
export const curveFactoryReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const { isStale, readBlock } = curveFactoryPool;
    const rows = await db.sql
      .select()
      .from(curveFactoryPool)
      .where(and(eq(curveFactoryPool.chainId, chainId), or(eq(isStale, true), lt(readBlock, 0))));
    const readings = await readPools(askOf(aggregate), rows);
    for (const [at, row] of rows.entries()) {
      const reading = readings[at];
      // What fails says nothing: a stale row stays unused.
      const change = reading == null ? null : readAt(row, reading, block);
      if (change === null) continue;
      await db.update(curveFactoryPool, { chainId, address: row.address }).set(change);
    }
  },
};
