import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Hex } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import type { MorphoMarket } from "./pool.ts";
import { morphoBlueMarket } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Markets that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly MorphoMarket[]> {
  const { updatedBlock, id } = morphoBlueMarket;
  const onChain = eq(morphoBlueMarket.chainId, chainId);
  const rows = await db
    .select()
    .from(morphoBlueMarket)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Hex[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(morphoBlueMarket)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(id, some)))),
    );
  }
  return rows.map(({ chainId: _chainId, ...row }) => row);
}
