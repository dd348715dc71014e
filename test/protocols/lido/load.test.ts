import { describe, expect, test } from "vitest";
import { load } from "../../../src/protocols/lido/load.ts";
import { lido } from "../../../src/protocols/lido/schema.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

describe("load", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([lido]);
    const [sample] = samples;
    if (sample === undefined) throw new Error("There is no sample.");
    const { id, ...row } = sample;
    await db.insert(lido).values({ chainId: 1, ...row });
    expect(await load(db, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([sample]);
    expect(await load(db, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await load(db, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([sample]);
    expect(await load(db, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
    await close();
  });
});
