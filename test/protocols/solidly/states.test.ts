import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { solidlyFactory, solidlyPool } from "../../../src/protocols/solidly/schema.ts";
import { states as stored } from "../../../src/protocols/solidly/states.ts";
import { created } from "../../../src/protocols/solidly/transitions.ts";
import { createDatabase } from "../database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

type Row = typeof solidlyPool.$inferInsert;

const pool = {
  ...created(10),
  chainId: 8453,
  address: "0x00000000000000000000000000000000000000a1",
  slug: "aerodrome",
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  isStable: true,
  decimals0: 6,
  decimals1: 18,
  reserve0: 1n << 200n,
  totalSupply: 1n << 100n,
  sinceIndexWad: 1n << 70n,
  sinceTimestamp: 5,
} as const satisfies Row;
const custom: Row = {
  ...pool,
  ...{ address: "0x00000000000000000000000000000000000000a2", customFeeBps: 0, updatedBlock: 20 },
};
const unknowable: Row = {
  ...pool,
  ...{ address: "0x00000000000000000000000000000000000000a3", decimals1: null },
};
const velodrome: Row = { ...pool, chainId: 10, slug: "velodrome-v2", isStable: false };
const ramses: Row = { ...pool, chainId: 42161, slug: "ramses-v1", customFeeBps: 7 };
const paused = {
  ...{ chainId: 10, slug: "velodrome-v2", isPaused: true, updatedBlock: 30 },
  ...{ stableFeeBps: null, volatileFeeBps: null },
};
const dearer = {
  ...{ chainId: 56, slug: "thena-v1", isPaused: false, updatedBlock: 40 },
  ...{ stableFeeBps: 2, volatileFeeBps: 25 },
};
const thena: Row = { ...pool, chainId: 56, slug: "thena-v1", isStable: false };
const own: Row = { ...custom, chainId: 56, slug: "thena-v1", customFeeBps: 3 };

beforeAll(async () => {
  database = await createDatabase([solidlyPool, solidlyFactory]);
  await database.db
    .insert(solidlyPool)
    .values([pool, custom, unknowable, velodrome, ramses, thena, own]);
  await database.db.insert(solidlyFactory).values([paused, dearer]);
});

afterAll(() => database.close());

function loaded(chainId: number, sinceBlock = -1, ids: readonly string[] = []) {
  return loadStates(database.db, stored, { chainId, sinceBlock, ids });
}

describe("states", () => {
  test("default: fees of the factory and of the pool", async () => {
    const [first, second, ...others] = await loaded(8453);
    const { address, token0, token1, slug, isStable, reserve0, reserve1 } = pool;
    const { totalSupply, feeIndexWad } = pool;
    expect(first).toEqual({
      ...{ id: address, address, token0, token1, slug, isStable, reserve0, reserve1 },
      ...{ totalSupply, feeIndexWad, updatedBlock: 10, generation: "v2", isPaused: false },
      ...{ feeBps: 5, unit0: 10n ** 6n, unit1: 10n ** 18n },
      router: "0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43",
      since: { price: pool.sinceIndexWad, timestamp: 5 },
    });
    expect(second?.feeBps).toBe(0);
    expect(others, "a pool of a token without decimals").toEqual([]);
  });

  test("behavior: a fee that was read at the pool's discovery", async () => {
    expect(await loaded(42161)).toMatchObject([{ feeBps: 7, generation: "v1" }]);
  });

  test("behavior: fees that were read of a factory, for pools without one of their own", async () => {
    expect(await loaded(56, 39)).toMatchObject([{ feeBps: 25, updatedBlock: 40 }, { feeBps: 3 }]);
  });

  test("behavior: only rows after sinceBlock, and ids whatever their block", async () => {
    expect((await loaded(8453, 10)).map(({ id }) => id)).toEqual([custom.address]);
    expect((await loaded(8453, 20, [pool.address])).map(({ id }) => id)).toEqual([pool.address]);
  });

  test("behavior: a pause changes every pool of the deployment", async () => {
    expect(await loaded(10, 29)).toMatchObject([{ isPaused: true, updatedBlock: 30, feeBps: 30 }]);
    expect(await loaded(10, 30)).toEqual([]);
  });
});
