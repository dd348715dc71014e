import { eq } from "drizzle-orm";
import { readTogether } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { deployments } from "./contracts.ts";
import { readRewardsPerYear } from "./reading.ts";
import { chefPool } from "./schema.ts";

/**
 * Reads what the pools of the chefs earn, of which no event tells. It changes rarely, and yields
 * are no amounts.
 */
export const masterChefReader: LiveReader = {
  secondsBetween: 600,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain, block, aggregate }) {
    const { chainId, blockTimeSeconds } = chain;
    const rows = await db.sql.select().from(chefPool).where(eq(chefPool.chainId, chainId));
    const chefs = [...new Set(rows.map(({ chef }) => chef))];
    await readTogether(
      chefs.map((chef) => async (together) => {
        const pools = rows.filter((row) => row.chef === chef);
        const pids = pools.map(({ pid }) => pid);
        const rewards = await readRewardsPerYear(together, { chef, pids, blockTimeSeconds });
        for (const [i, { id, rewardPerYear }] of pools.entries()) {
          const reward = rewards[i] ?? 0n;
          if (reward === rewardPerYear) continue;
          const change = { rewardPerYear: reward, updatedBlock: block.number };
          await db.update(chefPool, { chainId, id }).set(change);
        }
      }),
      aggregate,
    );
  },
};
