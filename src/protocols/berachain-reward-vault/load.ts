import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import { deployments } from "./contracts.ts";
import type { RewardVault } from "./pool.ts";
import { berachainRewardVault } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Vaults that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly RewardVault[]> {
  const { updatedBlock, address } = berachainRewardVault;
  const onChain = eq(berachainRewardVault.chainId, chainId);
  const rows = await db
    .select()
    .from(berachainRewardVault)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(berachainRewardVault)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  const bex = deployments.find(({ chains }) => chains[chainId]?.contracts.stakes === "bex")?.slug;
  return rows.map(({ chainId: _chainId, ...row }) => ({
    id: row.address,
    ...row,
    isBex: row.slug === bex,
  }));
}
