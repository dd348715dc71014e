import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readGap, writeHour } from "../../../src/api/history/hours.ts";
import type { Records } from "../../../src/api/records/open.ts";
import { prices } from "../../../src/api/records/schema.ts";
import { createRecords, type RecordsInMemory } from "../../harness/records.ts";
import { createRandom } from "../router/market.ts";

const HOUR = 3_600;
const IDS = ["a", "b", "c", "d"];
const NONE = new Map<string, number | null>();

let memory: RecordsInMemory;
let records: Records;

beforeAll(async () => {
  memory = await createRecords();
  ({ records } = memory);
}, 60_000);

const empty = () => memory.database.exec("truncate weir_app.prices, weir_app.recorded_hours");

beforeEach(empty);

afterAll(() => memory.close());

/** Writes an hour of chain 1, before the hour `next`. */
function write(hour: number, next: number | null, values: ReadonlyMap<string, number | null>) {
  const block = { blockNumber: hour, blockHash: `0x${hour}`, blockTimestamp: hour * HOUR };
  return writeHour(records, {
    hour: { chainId: 1, hour: hour * HOUR, ...block },
    next: next === null ? null : next * HOUR,
    values: { prices: values, tvl: NONE, apy: NONE },
  });
}

/** Rows of a token, ascending. */
async function rowsOf(id: string): Promise<readonly (readonly [number, number | null])[]> {
  const rows = await records.db
    .select()
    .from(prices)
    .where(and(eq(prices.chainId, 1), eq(prices.id, id)))
    .orderBy(asc(prices.hour));
  return rows.map(({ hour, value }) => [hour / HOUR, value]);
}

describe("writeHour", () => {
  test("default: only the newest hour, and only once", async () => {
    expect(await write(5, null, new Map([["a", 1.5]]))).toBe(true);
    expect(await write(5, null, new Map([["a", 2]]))).toBe(false);
    expect(await write(4, null, new Map([["a", 2]]))).toBe(false);
    expect(await write(6, null, new Map([["a", 1.5]]))).toBe(true);
    expect(await rowsOf("a")).toEqual([[5, 1.5]]);
  });

  test("behavior: an hour before another one, when that is the next", async () => {
    await write(9, null, new Map([["a", 3]]));
    expect(await write(7, 8, new Map([["a", 1]]))).toBe(false);
    expect(await write(8, 9, new Map([["a", 3]]))).toBe(true);
    expect(await write(7, 8, new Map([["a", 1]]))).toBe(true);
    expect(await rowsOf("a")).toEqual([
      [7, 1],
      [8, 3],
    ]);
  });

  test("behavior: more values than one statement takes", async () => {
    const many = new Map(Array.from({ length: 2_500 }, (_, at) => [`t${at}`, at / 7]));
    await write(1, null, many);
    const rows = await records.db.select().from(prices);
    expect(new Map(rows.map(({ id, value }) => [id, value]))).toEqual(many);
  });

  test("behavior: hours written in any order read the same, without a row too many", async () => {
    const random = createRandom(5);
    for (let round = 0; round < 12; round++) {
      await empty();
      const values = Array.from(
        { length: 7 },
        () => new Map(IDS.map((id) => [id, [null, 1, 2][Math.floor(random() * 3)] ?? null])),
      );
      const written: number[] = [];
      const left = values.map((_, hour) => hour);
      while (left.length > 0) {
        const [hour] = left.splice(Math.floor(random() * left.length), 1);
        const own = hour === undefined ? undefined : values[hour];
        if (hour === undefined || own === undefined) throw new Error("no hour is left");
        const later = written.filter((one) => one > hour);
        const next = later.length === 0 ? null : Math.min(...later);
        expect(await write(hour, next, own)).toBe(true);
        written.push(hour);
      }
      for (const id of IDS) {
        const rows = await rowsOf(id);
        const read = values.map((_, at) => rows.findLast(([hour]) => hour <= at)?.[1] ?? null);
        expect(read).toEqual(values.map((own) => own.get(id)));
        const isNews = rows.every(([, value], at) => value !== (rows[at - 1]?.[1] ?? null));
        expect(isNews, JSON.stringify(rows)).toBe(true);
      }
    }
  });
});

describe("readGap", () => {
  test("default: the newest hour without the one before it", async () => {
    const gap = (above = -1) => readGap(records, { chainId: 1, above });
    expect(await gap()).toBe(null);
    for (const hour of [3, 4, 7, 8]) await write(hour, null, NONE);
    expect(await gap()).toBe(7 * HOUR);
    await write(6, 7, NONE);
    await write(5, 6, NONE);
    expect(await gap()).toBe(3 * HOUR);
    expect(await gap(3 * HOUR)).toBe(null);
    expect(await readGap(records, { chainId: 2, above: -1 })).toBe(null);
  });
});
