import { eq } from "drizzle-orm";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { convexPool } from "./schema.ts";
import { readAt } from "./transitions.ts";

/** Reads rewards, and whether pools still take deposits, of which no event tells. */
export const convexReader: LiveReader = {
  secondsBetween: 60,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const rows = await db.sql.select().from(convexPool).where(eq(convexPool.chainId, chainId));
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      const pools = rows.filter((row) => row.slug === slug);
      if (contracts === undefined || pools.length === 0) continue;
      const readings = await readPools(aggregate, contracts, pools);
      for (const [at, row] of pools.entries()) {
        const reading = readings[at] ?? null;
        const change = reading && readAt(row, reading, block.number);
        if (change === null) continue;
        await db.update(convexPool, { chainId, id: row.id }).set(change);
      }
    }
  },
};
