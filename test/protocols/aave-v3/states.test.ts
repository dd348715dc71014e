import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { aaveV3Reserve, aaveV3Reward } from "../../../src/protocols/aave-v3/schema.ts";
import { states as stored } from "../../../src/protocols/aave-v3/states.ts";
import { createDatabase } from "../database.ts";
import { reserve } from "./sample.ts";

const { id: _id, rewards: _rewards, ...columns } = reserve;
const first = { ...columns, chainId: 1, updatedBlock: 10 };
const second = {
  ...first,
  underlying: "0x0000000000000000000000000000000000000a01",
  aToken: "0x00000000000000000000000000000000000000ab",
  liquidityIndexRay: (1n << 128n) - 1n,
  updatedBlock: 20,
} as const;
const elsewhere = { ...first, chainId: 10 };
const rewards: readonly Address[] = [
  "0x0000000000000000000000000000000000000d02",
  "0x0000000000000000000000000000000000000d01",
];

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase([aaveV3Reserve, aaveV3Reward]);
  await database.db.insert(aaveV3Reserve).values([first, second, elsewhere]);
  const { chainId, pool, underlying } = second;
  await database.db
    .insert(aaveV3Reward)
    .values(rewards.map((reward) => ({ chainId, pool, underlying, reward, updatedBlock: 5 })));
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("states", () => {
  test("default: the row, named by its aToken, with its rewards by address", async () => {
    const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock: 10, ids: [] });
    const { chainId: _chainId, ...row } = second;
    expect(states).toEqual([{ ...row, id: second.aToken, rewards: [...rewards].sort() }]);
    const [other] = await loadStates(database.db, stored, { chainId: 10, sinceBlock: -1, ids: [] });
    expect(other?.rewards).toEqual([]);
  });

  test("behavior: only rows after sinceBlock", async () => {
    expect(await loadedIds(-1)).toEqual([first.aToken, second.aToken]);
    expect(await loadedIds(9)).toEqual([first.aToken, second.aToken]);
    expect(await loadedIds(20)).toEqual([]);
  });

  test("behavior: ids are read whatever their block, once, and unknown ones are left out", async () => {
    const unknown = "0x00000000000000000000000000000000000000ff";
    expect(await loadedIds(20, [first.aToken, unknown])).toEqual([first.aToken]);
    expect(await loadedIds(10, [second.aToken, first.aToken])).toEqual([
      first.aToken,
      second.aToken,
    ]);
  });
});
