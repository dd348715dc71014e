import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { morphoBlueMarket } from "../../../src/protocols/morpho-blue/schema.ts";
import { states as stored } from "../../../src/protocols/morpho-blue/states.ts";
import { createDatabase } from "../database.ts";
import { market } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;

const early = { ...market, updatedBlock: 10 };
const later = { ...market, id: `${market.id.slice(0, -2)}f7` as const, updatedBlock: 20 };

beforeAll(async () => {
  database = await createDatabase([morphoBlueMarket]);
  await database.db.insert(morphoBlueMarket).values([
    { chainId: 1, ...early },
    { chainId: 1, ...later, id: later.id as `0x${string}` },
    { chainId: 10, ...early },
  ]);
});

afterAll(() => database.close());

async function loadedIds(sinceBlock: number, ids: readonly string[] = []): Promise<string[]> {
  const states = await loadStates(database.db, stored, { chainId: 1, sinceBlock, ids });
  return states.map(({ id }) => id).sort();
}

describe("states", () => {
  test("default", async () => {
    expect(await loadStates(database.db, stored, { chainId: 10, sinceBlock: -1, ids: [] })).toEqual(
      [early],
    );
  });

  test("behavior: only rows after sinceBlock, and ids whatever their block", async () => {
    expect(await loadedIds(-1)).toEqual([early.id, later.id]);
    expect(await loadedIds(10)).toEqual([later.id]);
    expect(await loadedIds(20, [early.id])).toEqual([early.id]);
    expect(await loadedIds(10, [later.id])).toEqual([later.id]);
  });
});
