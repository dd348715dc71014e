import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { lido } from "../../../src/protocols/lido/schema.ts";
import { states as stored } from "../../../src/protocols/lido/states.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([lido]);
    const [sample] = samples;
    if (sample === undefined) throw new Error("There is no sample.");
    const { id, ...row } = sample;
    await db.insert(lido).values({ chainId: 1, ...row });
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([sample]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([
      sample,
    ]);
    expect(await loadStates(db, stored, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
    await close();
  });
});
