import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { edges, type UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { uniswapV3Pool, uniswapV3Tick } from "../../../src/protocols/uniswap-v3/schema.ts";
import { states as stored } from "../../../src/protocols/uniswap-v3/states.ts";
import { createDatabase } from "../database.ts";

const database = await createDatabase([uniswapV3Pool, uniswapV3Tick]);

const first = "0x00000000000000000000000000000000000000a1";
const second = "0x00000000000000000000000000000000000000a2";
const raw = "0x00000000000000000000000000000000000000a3";

const pool = {
  chainId: 1,
  address: first,
  slug: "uniswap-v3",
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  feePips: 500,
  tickSpacing: 10,
  sqrtPriceX96: 1n << 96n,
  tick: 0,
  liquidity: 5n,
  ticksBlock: 8,
  updatedBlock: 10,
} as const;

function tickRow(address: typeof first | typeof second, tick: number, liquidityNet: bigint) {
  const liquidityGross = liquidityNet < 0n ? -liquidityNet : liquidityNet;
  const key = { chainId: 1, pool: address, tick, updatedBlock: 8 };
  return { ...key, liquidityGross, liquidityNet };
}

beforeEach(async () => {
  const { db } = database;
  await db.delete(uniswapV3Pool);
  await db.delete(uniswapV3Tick);
  await db
    .insert(uniswapV3Pool)
    .values([
      pool,
      { ...pool, address: second, ticksBlock: 15, updatedBlock: 20 },
      { ...pool, address: raw, sqrtPriceX96: 0n, liquidity: 0n, updatedBlock: 20 },
      { ...pool, chainId: 10, liquidity: 7n },
    ]);
  await db
    .insert(uniswapV3Tick)
    .values([
      tickRow(first, 100, -5n),
      tickRow(first, -20, 0n),
      tickRow(first, -100, 5n),
      tickRow(second, 30, -5n),
      tickRow(second, -30, 5n),
      { ...tickRow(first, -50, 9n), chainId: 10 },
    ]);
});

afterAll(() => database.close());

async function loadMap(
  sinceBlock: number,
  ids: readonly string[] = [],
  previous: ReadonlyMap<string, UniswapV3Pool> = new Map(),
): Promise<ReadonlyMap<string, UniswapV3Pool>> {
  const states = await loadStates(
    database.db,
    stored,
    { chainId: 1, sinceBlock, ids },
    (id) => previous.get(id) ?? null,
  );
  expect(new Set(states.map(({ id }) => id)).size).toBe(states.length);
  return new Map(states.map((state) => [state.id, state]));
}

describe("states", () => {
  test("default: initialised pools with their initialised ticks, ascending", async () => {
    const states = await loadMap(-1);
    expect([...states.keys()].sort()).toEqual([first, second]);
    const { chainId: _chainId, ...row } = pool;
    const state = states.get(first);
    expect(state).toMatchObject({ id: first, ...row });
    expect([...(state?.ticks.ticks ?? [])]).toEqual([-100, 100]);
    expect(state?.ticks.liquidityNet).toEqual([5n, -5n]);
    expect(state === undefined ? [] : edges(state)).toHaveLength(2);
  });

  test("behavior: only rows after sinceBlock, with their ticks", async () => {
    const states = await loadMap(10);
    expect([...states.keys()]).toEqual([second]);
    expect([...(states.get(second)?.ticks.ticks ?? [])]).toEqual([-30, 30]);
    expect((await loadMap(20)).size).toBe(0);
  });

  test("behavior: takes over the ticks of a pool that only traded", async () => {
    const before = await loadMap(-1);
    const moved = { sqrtPriceX96: (1n << 96n) + 1n, updatedBlock: 30 };
    await database.db.update(uniswapV3Pool).set(moved).where(eq(uniswapV3Pool.address, first));
    const after = await loadMap(20, [], before);
    expect([...after.keys()]).toEqual([first]);
    expect(after.get(first)).toMatchObject(moved);
    expect(after.get(first)?.ticks).toBe(before.get(first)?.ticks);
  });

  test("behavior: reads the ticks again when one changed", async () => {
    const before = await loadMap(-1);
    const { db } = database;
    await db.insert(uniswapV3Tick).values([tickRow(first, -10, 1n), tickRow(first, 10, -1n)]);
    const minted = { liquidity: 6n, ticksBlock: 30, updatedBlock: 30 };
    await db.update(uniswapV3Pool).set(minted).where(eq(uniswapV3Pool.address, first));
    const state = (await loadMap(20, [], before)).get(first);
    expect([...(state?.ticks.ticks ?? [])]).toEqual([-100, -10, 10, 100]);
    expect(state === undefined ? [] : edges(state)).toHaveLength(2);
  });

  test("behavior: a pool asked for by id is read whole, even with the same ticksBlock", async () => {
    const before = await loadMap(-1);
    await database.db.delete(uniswapV3Tick).where(eq(uniswapV3Tick.pool, first));
    const after = await loadMap(20, [first, raw, "0x00"], before);
    expect([...after.keys()]).toEqual([first]);
    const state = after.get(first);
    expect(state?.ticks.ticks).toHaveLength(0);
    expect(state === undefined ? [] : edges(state)).toEqual([]);
  });
});
