import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import {
  berachainRewardVault,
  type RewardVaultRow,
} from "../../../src/protocols/berachain-reward-vault/schema.ts";
import { states as stored } from "../../../src/protocols/berachain-reward-vault/states.ts";
import { createDatabase } from "../database.ts";
import { vault } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const { id: _id, isBex: _isBex, ...row } = vault;
const bex: RewardVaultRow = { chainId: 80094, ...row, updatedBlock: 10 };
const other: RewardVaultRow = {
  ...bex,
  ...{ address: "0x00000000000000000000000000000000000000c2", slug: "berachain-pol" },
  updatedBlock: 20,
};

beforeAll(async () => {
  database = await createDatabase([berachainRewardVault]);
  await database.db.insert(berachainRewardVault).values([bex, other]);
});

afterAll(() => database.close());

describe("states", () => {
  test("default: the slug tells vaults of BEX from others", async () => {
    const states = await loadStates(database.db, stored, {
      chainId: 80094,
      sinceBlock: -1,
      ids: [],
    });
    expect(states[0]).toEqual({ ...vault, updatedBlock: 10 });
    expect(states.map(({ isBex }) => isBex)).toEqual([true, false]);
  });

  test("behavior: only rows after sinceBlock, and those asked for by id", async () => {
    const ids = async (sinceBlock: number, asked: readonly string[]) =>
      (await loadStates(database.db, stored, { chainId: 80094, sinceBlock, ids: asked })).map(
        ({ id }) => id,
      );
    expect(await ids(10, [])).toEqual([other.address]);
    expect(await ids(20, [vault.address])).toEqual([vault.address]);
    expect(await ids(10, [vault.address, other.address])).toHaveLength(2);
  });
});
