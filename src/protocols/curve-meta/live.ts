import { and, eq, lt, or } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { curveMetaPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/**
 * Reads metapools that a log has changed or that were never read, in every live block. What their
 * base pools are worth, these say themselves.
 */
export const curveMetaReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const { isStale, readBlock } = curveMetaPool;
    const rows = await db.sql
      .select()
      .from(curveMetaPool)
      .where(and(eq(curveMetaPool.chainId, chainId), or(eq(isStale, true), lt(readBlock, 0))));
    const asked = rows.map((row) => ({ ...row, rate: row.rates[0] ?? 0n }));
    const readings = await readPools(askOf(aggregate), asked);
    for (const [at, row] of rows.entries()) {
      const reading = readings[at];
      // What fails says nothing: a stale row stays unused.
      const change = reading == null ? null : readAt(row, reading, block);
      if (change === null) continue;
      await db.update(curveMetaPool, { chainId, address: row.address }).set(change);
    }
  },
};
