import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { Erc4626Vault } from "./pool.ts";
import { erc4626Vault } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Vaults that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly Erc4626Vault[]> {
  const { updatedBlock, address } = erc4626Vault;
  const onChain = eq(erc4626Vault.chainId, chainId);
  const rows = await db
    .select()
    .from(erc4626Vault)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(erc4626Vault)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  return rows.map(stateOf);
}

/** The state in a row: without what only indexing needs. */
export function stateOf(row: typeof erc4626Vault.$inferSelect): Erc4626Vault {
  const {
    chainId: _chainId,
    holder: _holder,
    holderShares: _holderShares,
    latestPriceRay: _latestPriceRay,
    latestTimestamp: _latestTimestamp,
    ...state
  } = row;
  return { id: row.address, ...state };
}
