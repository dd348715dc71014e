import { and, eq, gt, inArray, lte, ne } from "drizzle-orm";
import type { Address } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { chunk } from "../../lib/chunk.ts";
import type { LoadRequest, PoolState } from "../protocol.ts";
import type { UniswapV3Pool } from "./pool.ts";
import { uniswapV3Pool, uniswapV3Tick } from "./schema.ts";
import { createTickTable, type Tick, type TickTable } from "./tick-table.ts";

type PoolRow = typeof uniswapV3Pool.$inferSelect;

/** Most ids in one statement; Postgres takes 65,535 parameters. */
const IDS_PER_QUERY = 10_000;

/**
 * Initialised pools that changed after `sinceBlock`, and those asked for by id. Ticks are read only for pools asked for
 * by id and for those whose `ticksBlock` is not that of the previous state; the others keep their table.
 */
export async function load(
  db: ReadDatabase,
  request: LoadRequest,
  previous: ReadonlyMap<string, PoolState>,
): Promise<readonly UniswapV3Pool[]> {
  const rows = await readPools(db, request);
  const asked = new Set(request.ids);
  const kept = new Map<Address, TickTable>();
  for (const { address, ticksBlock } of rows) {
    const before = previous.get(address);
    if (before === undefined || asked.has(address) || !isUniswapV3Pool(before)) continue;
    if (before.ticksBlock === ticksBlock) kept.set(address, before.ticks);
  }
  const changed = rows.filter(({ address }) => !kept.has(address)).map(({ address }) => address);
  const read = await readTicks(db, request, changed);
  return rows.map(({ chainId: _chainId, ...row }) => ({
    id: row.address,
    ...row,
    ticks: kept.get(row.address) ?? createTickTable(read.get(row.address) ?? []),
  }));
}

async function readPools(
  db: ReadDatabase,
  { chainId, sinceBlock, ids }: LoadRequest,
): Promise<readonly PoolRow[]> {
  const { updatedBlock, address, sqrtPriceX96 } = uniswapV3Pool;
  const initialised = and(eq(uniswapV3Pool.chainId, chainId), ne(sqrtPriceX96, 0n));
  const rows = await db
    .select()
    .from(uniswapV3Pool)
    .where(and(initialised, gt(updatedBlock, sinceBlock)));
  for (const some of chunk(ids as readonly Address[], IDS_PER_QUERY)) {
    rows.push(
      ...(await db
        .select()
        .from(uniswapV3Pool)
        .where(and(initialised, lte(updatedBlock, sinceBlock), inArray(address, some)))),
    );
  }
  return rows;
}

/** Initialised ticks of the pools, ascending; a pool without any has no entry. */
async function readTicks(
  db: ReadDatabase,
  { chainId, sinceBlock }: LoadRequest,
  pools: readonly Address[],
): Promise<ReadonlyMap<Address, readonly Tick[]>> {
  const { pool, tick, liquidityNet, liquidityGross } = uniswapV3Tick;
  const initialised = and(eq(uniswapV3Tick.chainId, chainId), ne(liquidityGross, 0n));
  const byPool = new Map<Address, Tick[]>();
  if (pools.length === 0) return byPool;
  // A first load needs nearly every tick of the chain: one scan, no list of pools.
  const selections =
    sinceBlock < 0
      ? [initialised]
      : chunk(pools, IDS_PER_QUERY).map((some) => and(initialised, inArray(pool, some)));
  for (const selection of selections) {
    const rows = await db
      .select({ pool, tick, liquidityNet })
      .from(uniswapV3Tick)
      .where(selection)
      .orderBy(pool, tick);
    for (const row of rows) {
      const own = byPool.get(row.pool);
      if (own === undefined) byPool.set(row.pool, [row]);
      else own.push(row);
    }
  }
  return byPool;
}

function isUniswapV3Pool(state: PoolState): state is UniswapV3Pool {
  return "ticks" in state && "ticksBlock" in state;
}
