import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { LoadRequest } from "../protocol.ts";
import type { StakingPool } from "./pool.ts";
import { stakingRewards } from "./schema.ts";

/** Contracts that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly StakingPool[]> {
  const { updatedBlock, address } = stakingRewards;
  const isNew = gt(updatedBlock, sinceBlock);
  const isAsked = inArray(address, [...ids] as Address[]);
  const rows = await db
    .select()
    .from(stakingRewards)
    .where(and(eq(stakingRewards.chainId, chainId), or(isNew, isAsked)));
  return rows.map(({ chainId: _chainId, ...row }) => ({ id: row.address, ...row }));
}
