import { and, eq, gt, inArray, lte, or } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import { contractsOf, feeBpsOf } from "./deployment.ts";
import type { SolidlyPool } from "./pool.ts";
import { solidlyPause, solidlyPool } from "./schema.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

type Row = typeof solidlyPool.$inferSelect;
type Pause = typeof solidlyPause.$inferSelect;

/** Pools that changed after `sinceBlock`, all of a deployment that was paused or resumed since, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly SolidlyPool[]> {
  const { updatedBlock, address, slug } = solidlyPool;
  const onChain = eq(solidlyPool.chainId, chainId);
  const pauses = await db.select().from(solidlyPause).where(eq(solidlyPause.chainId, chainId));
  const changed = pauses.filter((one) => one.updatedBlock > sinceBlock).map((one) => one.slug);
  const isChanged = or(gt(updatedBlock, sinceBlock), inArray(slug, changed));
  const rows = await db.select().from(solidlyPool).where(and(onChain, isChanged));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(solidlyPool)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  const bySlug = new Map(pauses.map((one) => [one.slug, one]));
  return rows.flatMap((row) => {
    const state = stateOf(row, bySlug.get(row.slug));
    return state === null ? [] : [state];
  });
}

/** Null where the tokens do not say what the pool computes with. */
function stateOf(row: Row, pause: Pause | undefined): SolidlyPool | null {
  const { address, slug, token0, token1, isStable, decimals0, decimals1 } = row;
  const { sinceIndexWad, sinceTimestamp, reserve0, reserve1, totalSupply, feeIndexWad } = row;
  const { router, generation } = contractsOf(row.chainId, slug);
  const feeBps = feeBpsOf(row);
  if (decimals0 === null || decimals1 === null || feeBps === undefined) return null;
  return {
    ...{ id: address, address, slug, token0, token1, isStable, generation, router, feeBps },
    ...{ unit0: 10n ** BigInt(decimals0), unit1: 10n ** BigInt(decimals1) },
    ...{ reserve0, reserve1, totalSupply, feeIndexWad },
    isPaused: pause?.isPaused ?? false,
    // A pause changes the state too, so that it is read again when the pause's block is orphaned.
    updatedBlock: Math.max(row.updatedBlock, pause?.updatedBlock ?? -1),
    since:
      sinceIndexWad === null || sinceTimestamp === null
        ? null
        : { price: sinceIndexWad, timestamp: sinceTimestamp },
  };
}
