import { eq } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { fluidPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/**
 * Reads the words of all pools in every live block: those of the Liquidity layer change with each
 * of its other markets, too, and their logs are many.
 */
export const fluidReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId, multicall3 }, block, aggregate }) {
    const all = await db.sql.select().from(fluidPool).where(eq(fluidPool.chainId, chainId));
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const rows = all.filter((row) => row.slug === slug);
      const place = { liquidity: contracts.liquidity, multicall3 };
      const readings = await readPools(askOf(aggregate), rows, place);
      for (const [at, row] of rows.entries()) {
        const reading = readings[at];
        const unread = row.isRead ? { isRead: false, updatedBlock: block.number } : null;
        // Of a pool that does not answer nobody knows what it pays.
        const change = reading == null ? unread : readAt(row, reading, block.number);
        if (change === null) continue;
        await db.update(fluidPool, { chainId, address: row.address }).set(change);
      }
    }
  },
};
