import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { load } from "../../../src/protocols/lido/load.ts";
import { lido } from "../../../src/protocols/lido/schema.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
const [sample] = samples;
if (sample === undefined) throw new Error("There is no sample.");
const { id, ...row } = sample;

beforeAll(async () => {
  database = await createDatabase([lido]);
  await database.db.insert(lido).values({ chainId: 1, ...row });
});
afterAll(() => database.close());

describe("load", () => {
  test("default", async () => {
    expect(await load(database.db, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([sample]);
    expect(await load(database.db, { chainId: 10, sinceBlock: -1, ids: [id] })).toEqual([]);
  });

  test("behavior: unchanged it is read by id alone", async () => {
    expect(await load(database.db, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await load(database.db, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([sample]);
  });
});
