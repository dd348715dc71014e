import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { load } from "../../../src/protocols/uniswap-v2/load.ts";
import { uniswapV2Pair } from "../../../src/protocols/uniswap-v2/schema.ts";
import { createDatabase } from "../database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const pair = {
  chainId: 1,
  address: "0x00000000000000000000000000000000000000a1",
  slug: "uniswap-v2",
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  feePips: 3000,
  reserve0: (1n << 112n) - 1n,
  reserve1: 0n,
  updatedBlock: 10,
} as const;
const later = {
  ...pair,
  address: "0x00000000000000000000000000000000000000a2",
  slug: "sushiswap-v2",
  updatedBlock: 20,
} as const;
const elsewhere = { ...pair, chainId: 10 } as const;

beforeAll(async () => {
  database = await createDatabase([uniswapV2Pair]);
  await database.db.insert(uniswapV2Pair).values([pair, later, elsewhere]);
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await load(database.db, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("load", () => {
  test("default", async () => {
    const states = await load(database.db, { chainId: 10, sinceBlock: -1, ids: [] });
    const { chainId: _chainId, ...row } = elsewhere;
    expect(states).toEqual([{ id: pair.address, ...row }]);
  });

  test("behavior: only rows after sinceBlock", async () => {
    expect(await loadedIds(-1)).toEqual([pair.address, later.address]);
    expect(await loadedIds(9)).toEqual([pair.address, later.address]);
    expect(await loadedIds(10)).toEqual([later.address]);
    expect(await loadedIds(20)).toEqual([]);
  });

  test("behavior: ids are read whatever their block, once, and unknown ones are left out", async () => {
    const unknown = "0x00000000000000000000000000000000000000ff";
    expect(await loadedIds(20, [pair.address, unknown])).toEqual([pair.address]);
    expect(await loadedIds(10, [later.address, pair.address])).toEqual([
      pair.address,
      later.address,
    ]);
  });
});
