import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSeedStore, type SeedStore } from "../../src/seed/store.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";

const PART = { family: "uniswap-v3", version: "1" };
const ROWS = 4_500;
/** What a reader may be given at once. */
const MOST = 2_000;

let postgres: Postgres;
let store: SeedStore;

beforeAll(async () => {
  postgres = await startPostgres();
  store = await openSeedStore(postgres.url);
});

afterAll(async () => {
  await store?.close();
  await postgres?.stop();
});

describe("storedRows", () => {
  test("behavior: many rows of a table come back in their order, some at a time", async () => {
    const ticks = Array.from({ length: ROWS }, (_, tick) => ({ tick, net: BigInt(tick) ** 9n }));
    const pools = [{ pool: "0xa", fee: null }];
    const read = { rows: { pools, ticks, none: [] }, last: "0xa", isDone: true } as const;
    await store.addRows(1, PART, read);
    const parts: { readonly table: string; readonly rows: readonly unknown[] }[] = [];
    for await (const part of store.rows(1, PART)) parts.push(part);
    expect(parts.map(({ table }) => table)).toEqual(["pools", "ticks", "ticks", "ticks"]);
    expect(Math.max(...parts.map(({ rows }) => rows.length))).toBeLessThanOrEqual(MOST);
    const [first, ...others] = parts;
    expect(first?.rows).toEqual(pools);
    expect(others.flatMap(({ rows }) => rows)).toEqual(ticks);
    expect(await store.progress(1, PART)).toEqual({ last: "0xa", isDone: true });
  });
});
