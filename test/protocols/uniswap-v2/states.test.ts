import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { SUSHISWAP, UNISWAP } from "../../../src/protocols/uniswap-v2/forks.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "../../../src/protocols/uniswap-v2/schema.ts";
import { states as stored } from "../../../src/protocols/uniswap-v2/states.ts";
import { created } from "../../../src/protocols/uniswap-v2/transitions.ts";
import { createDatabase } from "../database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const pair = {
  ...created(10),
  chainId: 1,
  address: "0x00000000000000000000000000000000000000a1",
  slug: "uniswap-v2",
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  feePips: 3000,
  reserve0: (1n << 112n) - 1n,
  totalSupply: 1n << 100n,
  kLast: (1n << 224n) - 1n,
  sincePrice: 1n << 70n,
  sinceTimestamp: 5,
} as const;
const later = {
  ...pair,
  address: "0x00000000000000000000000000000000000000a2",
  slug: "sushiswap-v2",
  updatedBlock: 20,
} as const;
const elsewhere = { ...pair, chainId: 10, sincePrice: null } as const;
const switchedOff = {
  ...{ chainId: 137, slug: "sushiswap-v2", isOn: false, updatedBlock: 30 },
} as const;

beforeAll(async () => {
  database = await createDatabase([uniswapV2Pair, uniswapV2ProtocolFee]);
  await database.db.insert(uniswapV2Pair).values([
    ...[pair, later, elsewhere],
    ...[
      { ...pair, chainId: 137 },
      { ...later, chainId: 137 },
    ],
  ]);
  await database.db.insert(uniswapV2ProtocolFee).values([switchedOff]);
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("states", () => {
  test("default", async () => {
    const [uniswap, sushiswap] = await loadStates(database.db, stored, {
      chainId: 1,
      sinceBlock: -1,
      ids: [],
    });
    const { address, token0, token1, slug, feePips, reserve0, reserve1, updatedBlock } = pair;
    expect(uniswap).toEqual({
      ...{ id: address, address, token0, token1, slug, feePips, reserve0, reserve1, updatedBlock },
      liquidity: {
        router: "0x7a250d5630b4cf539739df2c5dacb4c659f2488d",
        totalSupply: pair.totalSupply,
        kLast: pair.kLast,
        protocolFee: null,
        since: { price: pair.sincePrice, timestamp: 5 },
      },
    });
    expect(UNISWAP.share?.feeOnAtStart).toBe(false);
    expect(sushiswap?.liquidity?.protocolFee).toEqual(SUSHISWAP.share?.protocolFee);
  });

  test("behavior: no observation before the first mint", async () => {
    const states = await loadStates(database.db, stored, { chainId: 10, sinceBlock: -1, ids: [] });
    expect(states.map(({ liquidity }) => liquidity?.since)).toEqual([null]);
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

  test("behavior: a switch of the fee changes every pair of the deployment", async () => {
    const request = { chainId: 137, ids: [] };
    const [changed, ...others] = await loadStates(database.db, stored, {
      ...request,
      sinceBlock: 29,
    });
    expect(others).toEqual([]);
    expect(changed).toMatchObject({ id: later.address, updatedBlock: 30 });
    expect(changed?.liquidity?.protocolFee).toBeNull();
    expect(await loadStates(database.db, stored, { ...request, sinceBlock: 30 })).toEqual([]);
  });

  test("error: a deployment that is not configured", async () => {
    await database.db.insert(uniswapV2Pair).values([{ ...pair, chainId: 56, slug: "gone-v2" }]);
    await expect(
      loadStates(database.db, stored, { chainId: 56, sinceBlock: -1, ids: [] }),
    ).rejects.toThrow("uniswap-v2 has no gone-v2 on chain 56");
  });
});
