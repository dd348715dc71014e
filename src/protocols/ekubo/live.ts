import { and, eq, gt } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import { clockOf } from "../../catalog/live/clock.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { isSame } from "../../catalog/live/same.ts";
import { chunk } from "../../lib/chunk.ts";
import { deployments } from "./contracts.ts";
import { poolWordsOf, wordsView } from "./reading.ts";
import { ekuboPool } from "./schema.ts";

/** Pools whose words are asked for in one call: 2,100 gas each. */
const AT_ONCE = 250;
/** How often the others are read: anyone makes pools, and ones without liquidity do not trade. */
const SECONDS_BETWEEN_ALL = 600;

/**
 * Reads the words of pools with liquidity in range in every live block, and of all now and then:
 * swaps are logged without a topic.
 */
export const ekuboReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const { block, aggregate } = reading;
    const { db } = reading.context;
    const { chainId } = reading.chain;
    const isDue = await clockOf(reading);
    const { poolId, sqrtRatio, tick, liquidity } = ekuboPool;
    const views = await Promise.all(
      deployments.map(async ({ slug, chains }) => {
        const core = chains[chainId]?.contracts.core;
        if (core === undefined) return [];
        const rows = await db.sql
          .select({ poolId, sqrtRatio, tick, liquidity })
          .from(ekuboPool)
          .where(
            and(
              ...[eq(ekuboPool.chainId, chainId), eq(ekuboPool.slug, slug)],
              isDue(SECONDS_BETWEEN_ALL) ? undefined : gt(liquidity, 0n),
            ),
          );
        return chunk(rows, AT_ONCE).map((some) => {
          const ids = some.map((row) => row.poolId);
          return { rows: some, view: wordsView(core, ids) };
        });
      }),
    );
    const asked = views.flat();
    const answers = await askOf(aggregate)(asked.map(({ view }) => view));
    for (const [place, { rows }] of asked.entries()) {
      const words = poolWordsOf(answers[place] ?? null, rows.length);
      for (const [at, row] of rows.entries()) {
        const word = words[at];
        if (word == null || isSame(row, { poolId: row.poolId, ...word })) continue;
        const change = { ...word, updatedBlock: block.number };
        await db.update(ekuboPool, { chainId, poolId: row.poolId }).set(change);
      }
    }
  },
};
