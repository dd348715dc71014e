import { and, eq, gt, inArray, isNotNull, lte } from "drizzle-orm";
import type { Hex } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import { rowState } from "./row-state.ts";
import { balancerV2Pool } from "./schema.ts";
import type { BalancerV2Pool } from "./state.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Pools that changed after `sinceBlock`, and those asked for by id; none with a rate provider, none of an unknown factory. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly BalancerV2Pool[]> {
  const { updatedBlock, poolId, hasRates, kind } = balancerV2Pool;
  const usable = and(eq(balancerV2Pool.chainId, chainId), isNotNull(kind), eq(hasRates, false));
  const rows = await db
    .select()
    .from(balancerV2Pool)
    .where(and(usable, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Hex[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(balancerV2Pool)
        .where(and(usable, lte(updatedBlock, sinceBlock), inArray(poolId, some)))),
    );
  }
  return rows.map(rowState).filter((state) => state !== null);
}
