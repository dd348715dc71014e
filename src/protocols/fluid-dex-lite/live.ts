import { eq } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { centerNonceOf } from "./prices.ts";
import { centerPrices } from "./reading.ts";
import { fluidDexLitePool } from "./schema.ts";

/** Reads center prices of contracts in every live block: nothing tells of their changes. */
export const fluidDexLiteReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const all = await db.sql
      .select()
      .from(fluidDexLitePool)
      .where(eq(fluidDexLitePool.chainId, chainId));
    for (const { slug, chains } of deployments) {
      const contracts = chains[chainId]?.contracts;
      if (contracts === undefined) continue;
      const rows = all.filter((row) => row.slug === slug);
      const prices = await centerPrices(askOf(aggregate), rows, contracts);
      for (const [at, { dexId, externalPrice: before, variables }] of rows.entries()) {
        if (centerNonceOf(variables) === 0n && before === 0n) continue;
        // Of a pool whose center price nobody says nobody knows what it pays.
        const externalPrice = prices[at] ?? 0n;
        if (externalPrice === before) continue;
        const change = { externalPrice, updatedBlock: block.number };
        await db.update(fluidDexLitePool, { chainId, dexId }).set(change);
      }
    }
  },
};
