import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { LoadRequest } from "../protocol.ts";
import type { RocketPoolState } from "./pool.ts";
import { rocketPool } from "./schema.ts";

/** Rocket Pool, when it changed after `sinceBlock` or is asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly RocketPoolState[]> {
  const rows = await db
    .select()
    .from(rocketPool)
    .where(
      and(
        eq(rocketPool.chainId, chainId),
        or(
          gt(rocketPool.updatedBlock, sinceBlock),
          inArray(rocketPool.rEth, [...ids] as Address[]),
        ),
      ),
    );
  return rows.map(({ chainId: _chainId, latestPrice: _, latestTimestamp: __, ...row }) => ({
    id: row.rEth,
    ...row,
  }));
}
