import { recordPool } from "../../catalog/discovery.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { poolsOn } from "./contracts.ts";
import { readPools } from "./reading.ts";
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
    const readings = await readPools(aggregate, pools);
    for (const [at, { pool: address, lpToken, lendingPool, slug, coins }] of pools.entries()) {
      const key = { chainId, address };
      const row = await context.db.find(curveLendingPool, key);
      const reading = readings[at];
      if (reading == null) {
        // What does not answer is not used until it does.
        if (row === null || row.isStale) continue;
        await context.db.update(curveLendingPool, key).set({ isStale: true, updatedBlock });
        continue;
      }
      const rates = coins.map(({ decimals }) => 10n ** BigInt(36 - decimals));
      const columns = readAt(row, reading, { rates, timestamp });
      if (columns === null) continue;
      if (row !== null) {
        await context.db.update(curveLendingPool, key).set({ ...columns, updatedBlock });
        continue;
      }
      const tokens = coins.map(({ token }) => token);
      const aTokens = coins.map(({ aToken }) => aToken);
      const pool = { id: address, address, family: "curve-lending", slug, tokens };
      await recordPool(context, { ...pool, block: updatedBlock });
      await recordToken(context, { address: lpToken, block: updatedBlock });
      await context.db.insert(curveLendingPool).values({
        ...{ ...key, slug, lpToken, lendingPool, coins: tokens, aTokens, rates },
        ...{ ...columns, updatedBlock },
      });
    }
  },
};
