import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest } from "../protocol.ts";
import { type CurvePoolContracts, configuredPool } from "./contracts.ts";
import type { CurvePool } from "./pool.ts";
import { curvePool } from "./schema.ts";
import { fixedNumbers, type PoolChange } from "./transitions.ts";

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/** Pools that changed after `sinceBlock`, and those asked for by id. */
export async function load(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly CurvePool[]> {
  const { updatedBlock, address } = curvePool;
  const onChain = eq(curvePool.chainId, chainId);
  const rows = await db
    .select()
    .from(curvePool)
    .where(and(onChain, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(curvePool)
        .where(and(onChain, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  return rows.flatMap((row) => {
    const pool = configuredPool(chainId, row.address);
    return pool === undefined ? [] : [poolState(pool, row)];
  });
}

/** The state of a configured pool with what its row holds. */
export function poolState(
  pool: CurvePoolContracts & { readonly slug: string },
  row: PoolChange,
): CurvePool {
  const { balances, supply, feeE10, adminFeeE10 } = row;
  const { initialA, futureA, initialATime, futureATime, updatedBlock } = row;
  return {
    ...{ id: pool.pool, address: pool.pool, slug: pool.slug, lpToken: pool.lpToken },
    ...{ coins: pool.coins, returnsAmount: pool.returnsAmount, ...fixedNumbers(pool) },
    ...{ balances, supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime },
    // The switch emits no event, and works in the 60 days after a pool's deployment alone: those of all that are configured are over.
    // https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
    paused: false,
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
    updatedBlock,
  };
}
