import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { UniswapV2Pool } from "./pool.ts";
import { uniswapV2Pair } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Pairs that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly UniswapV2Pool[]> {
  const { updatedBlock, address } = uniswapV2Pair;
  const onChain = eq(uniswapV2Pair.chainId, chainId);
  const rows = await db
    .select()
    .from(uniswapV2Pair)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(uniswapV2Pair)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  return rows.map(({ chainId: _chainId, ...row }) => ({ id: row.address, ...row }));
}
