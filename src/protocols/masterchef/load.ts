import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Hex } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { ChefPool } from "./pool.ts";
import { chefPool } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Pools that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly ChefPool[]> {
  const states = new Map<Hex, ChefPool>();
  for (const some of [[], ...chunk(ids as readonly Hex[], IDS_PER_QUERY)]) {
    const isWanted = or(gt(chefPool.updatedBlock, sinceBlock), inArray(chefPool.id, some));
    const rows = await db
      .select()
      .from(chefPool)
      .where(and(eq(chefPool.chainId, chainId), isWanted));
    for (const { chainId: _chainId, ...row } of rows) states.set(row.id, row);
  }
  return [...states.values()];
}
