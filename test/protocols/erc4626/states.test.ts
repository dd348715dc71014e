import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { erc4626Vault } from "../../../src/protocols/erc4626/schema.ts";
import { states as stored } from "../../../src/protocols/erc4626/states.ts";
import { createDatabase } from "../database.ts";
import { savingsVault, vault } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const indexed = {
  chainId: 1,
  holder: "0x00000000000000000000000000000000000000aa",
  holderShares: 5n,
  latestPriceRay: 6n,
  latestTimestamp: 7,
} as const;
const { id: _id, ...columns } = { ...vault, updatedBlock: 10 };
const { id: _savingsId, ...savingsColumns } = { ...savingsVault, updatedBlock: 20 };

beforeAll(async () => {
  database = await createDatabase([erc4626Vault]);
  await database.db.insert(erc4626Vault).values([
    { ...indexed, ...columns },
    { ...indexed, ...savingsColumns, redeemLimit: 3n },
    { ...indexed, ...columns, chainId: 10 },
  ]);
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("states", () => {
  test("default: the state without what only indexing needs", async () => {
    const states = await loadStates(database.db, stored, { chainId: 10, sinceBlock: -1, ids: [] });
    expect(states).toEqual([{ ...vault, updatedBlock: 10 }]);
    const [savings] = await loadStates(database.db, stored, {
      chainId: 1,
      sinceBlock: 15,
      ids: [],
    });
    expect(savings).toEqual({ ...savingsVault, updatedBlock: 20, redeemLimit: 3n });
  });

  test("behavior: only rows after sinceBlock, and ids whatever their block", async () => {
    expect(await loadedIds(-1)).toEqual([vault.id, savingsVault.id]);
    expect(await loadedIds(10)).toEqual([savingsVault.id]);
    expect(await loadedIds(20, [vault.id])).toEqual([vault.id]);
    expect(await loadedIds(10, [savingsVault.id])).toEqual([savingsVault.id]);
  });
});
