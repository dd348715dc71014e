import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { poolsOn } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { fixedOf, recordListed } from "./rows.ts";
import { curveLendingPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/**
 * Reads the pools: what the market earns, holds and allows changes without a log of theirs, and who
 * sends them aTokens leaves none.
 */
export const curveLendingReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => poolsOn(chainId).length > 0,
  async read({ context, chain: { chainId }, block, aggregate }) {
    const { number: updatedBlock, timestamp } = block;
    const pools = poolsOn(chainId);
    const readings = await readPools(askOf(aggregate), pools);
    for (const [at, listed] of pools.entries()) {
      const key = { chainId, address: listed.pool };
      const row = await context.db.find(curveLendingPool, key);
      const reading = readings[at];
      if (reading == null) {
        // What does not answer is not used until it does.
        if (row === null || row.isStale) continue;
        await context.db.update(curveLendingPool, key).set({ isStale: true, updatedBlock });
        continue;
      }
      const fixed = fixedOf(listed);
      const columns = readAt(row, reading, { ...fixed, timestamp });
      if (columns === null) continue;
      if (row !== null) {
        await context.db.update(curveLendingPool, key).set({ ...columns, updatedBlock });
        continue;
      }
      await recordListed(context, listed, updatedBlock);
      const first = { ...key, ...fixed, ...columns, updatedBlock };
      await context.db.insert(curveLendingPool).values(first);
    }
  },
};
