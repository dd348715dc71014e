import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { AaveV3Reserve } from "./pool.ts";
import { aaveV3Reserve, aaveV3Reward } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Reserves that changed after `sinceBlock`, and those asked for by aToken, with their rewards. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly AaveV3Reserve[]> {
  const { updatedBlock, aToken } = aaveV3Reserve;
  const onChain = eq(aaveV3Reserve.chainId, chainId);
  const rows = await db
    .select()
    .from(aaveV3Reserve)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(aaveV3Reserve)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(aToken, some)))),
    );
  }
  if (rows.length === 0) return [];
  const rewards = await loadRewards(db, chainId);
  return rows.map(({ chainId: _chainId, ...row }) => ({
    id: row.aToken,
    ...row,
    rewards: rewards.get(`${row.pool} ${row.underlying}`) ?? [],
  }));
}

/** Rewards of every reserve of a chain: few, as few reserves have any. */
async function loadRewards(
  db: ReadDatabase,
  chainId: number,
): Promise<ReadonlyMap<string, readonly Address[]>> {
  const rows = await db.select().from(aaveV3Reward).where(eq(aaveV3Reward.chainId, chainId));
  const byReserve = new Map<string, Address[]>();
  for (const { pool, underlying, reward } of rows) {
    const key = `${pool} ${underlying}`;
    byReserve.set(key, [...(byReserve.get(key) ?? []), reward].sort());
  }
  return byReserve;
}
