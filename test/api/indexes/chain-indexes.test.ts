import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listenForIndexes,
  offerSchema,
  readBackfilledIndexes,
  readChainIndexes,
  serveFrom,
} from "../../../src/api/indexes/chain-indexes.ts";
import type { Records } from "../../../src/api/records/open.ts";
import { createRecords, type RecordsInMemory } from "../../harness/records.ts";

let memory: RecordsInMemory;
let records: Records;

beforeAll(async () => {
  memory = await createRecords();
  ({ records } = memory);
}, 60_000);

beforeEach(async () => {
  await memory.database.exec(`
    truncate weir_app.chain_indexes;
    drop schema if exists old cascade; drop schema if exists new cascade;
    create schema old; create table old._ponder_meta ();
    create schema new; create table new._ponder_meta ();`);
});

afterAll(() => memory?.close());

const served = async () => Object.fromEntries(await readChainIndexes(records.db));
const backfilled = async () => Object.fromEntries(await readBackfilledIndexes(records.db));

describe("offerSchema", () => {
  test("default: of chains that are served from none", async () => {
    await offerSchema(records, { chainIds: [1, 10], schema: "old" });
    expect(await served()).toEqual({ 1: "old", 10: "old" });
    expect(await backfilled()).toEqual({});
  });

  test("behavior: a chain stays where it is for as long as its tables are there", async () => {
    await serveFrom(records, { chainIds: [1], schema: "old" });
    await offerSchema(records, { chainIds: [1, 10], schema: "new" });
    expect(await served()).toEqual({ 1: "old", 10: "new" });
    expect(await backfilled()).toEqual({ 1: "old" });
  });

  test("behavior: what is gone is nothing to stay with", async () => {
    await serveFrom(records, { chainIds: [1], schema: "old" });
    await memory.database.exec("drop schema old cascade");
    await offerSchema(records, { chainIds: [1], schema: "new" });
    expect(await served()).toEqual({ 1: "new" });
    expect(await backfilled()).toEqual({});
  });

  test("behavior: an indexer that starts again changes nothing", async () => {
    await serveFrom(records, { chainIds: [1], schema: "old" });
    await offerSchema(records, { chainIds: [1], schema: "old" });
    expect(await backfilled()).toEqual({ 1: "old" });
  });
});

describe("serveFrom", () => {
  test("default: each chain by itself", async () => {
    await serveFrom(records, { chainIds: [1, 10], schema: "old" });
    await serveFrom(records, { chainIds: [10], schema: "new" });
    expect(await served()).toEqual({ 1: "old", 10: "new" });
    expect(await backfilled()).toEqual(await served());
  });
});

describe("listenForIndexes", () => {
  test("default", async () => {
    let told = 0;
    const unlisten = await listenForIndexes(records, () => {
      told += 1;
    });
    await offerSchema(records, { chainIds: [1], schema: "old" });
    await expect.poll(() => told).toBe(1);
    await serveFrom(records, { chainIds: [1], schema: "new" });
    await expect.poll(() => told).toBe(2);
    await unlisten();
  });
});
