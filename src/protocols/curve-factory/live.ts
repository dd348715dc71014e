import { and, eq, gt, inArray, lt, or } from "drizzle-orm";
import { askOf } from "../../catalog/live/aggregate.ts";
import type { LiveReader } from "../../catalog/live/reader.ts";
import { FOLLOWED } from "./codes.ts";
import { deployments } from "./contracts.ts";
import { readPools } from "./reading.ts";
import { curveFactoryPool } from "./schema.ts";
import { factsIn, readAt, unreadAt } from "./transitions.ts";

/**
 * Reads pools: those that a log has changed or that were never read, and, where they have
 * liquidity, those whose rates or balances change without one, in every live block.
 */
export const curveFactoryReader: LiveReader = {
  secondsBetween: 0,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read({ context: { db }, chain: { chainId }, block, aggregate }) {
    const { isStale, readBlock, code, supply } = curveFactoryPool;
    const isFollowed = and(inArray(code, [...FOLLOWED]), gt(supply, 0n));
    const found = await db.sql
      .select()
      .from(curveFactoryPool)
      .where(
        and(
          eq(curveFactoryPool.chainId, chainId),
          or(eq(isStale, true), lt(readBlock, 0), isFollowed),
        ),
      );
    const pools = found.flatMap((row) => {
      const facts = factsIn(row);
      return facts === null ? [] : [{ row, facts }];
    });
    const asked = pools.map(({ facts }) => facts);
    const readings = await readPools(askOf(aggregate), asked);
    for (const [at, { row, facts }] of pools.entries()) {
      const reading = readings[at];
      // What fails says nothing: the row is not used until it is read.
      const change =
        reading == null ? unreadAt(row, block) : readAt({ ...row, ...facts }, reading, block);
      if (change === null) continue;
      await db.update(curveFactoryPool, { chainId, address: row.address }).set(change);
    }
  },
};
