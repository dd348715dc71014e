import { describe, expect, test } from "vitest";
import { type Compared, correctionsOf, differencesOf } from "../../src/seed/comparison.ts";
import type { FamilySeed, SeedRow } from "../../src/seed/family.ts";

const SEED: Pick<FamilySeed, "untold" | "readLive" | "parts"> = {
  untold: { thing: ({ isOdd }) => (isOdd === true ? ["oddity"] : []) },
  readLive: { thing: ["rate"] },
  parts: { part: { by: "thing", gone: { amount: 0n } } },
};
const KEYS: Readonly<Record<string, readonly string[]>> = {
  thing: ["chainId", "id"],
  part: ["chainId", "thing", "place"],
};
const ROW = {
  ...{ chainId: 1, id: "0xa", amounts: [1n, 2n], isOdd: false, oddity: 5, rate: 7n, note: null },
  ...{ sinceTimestamp: 3, updatedBlock: 90 },
};
const PART = { chainId: 1, thing: "0xa", place: 3, amount: 4n, updatedBlock: 90 };

function compared({
  things = [ROW],
  parts = [PART],
  toldThings = [ROW],
  toldParts = [PART],
}: Partial<
  Record<"things" | "parts" | "toldThings" | "toldParts", readonly SeedRow[]>
> = {}): Compared {
  return {
    seed: SEED,
    block: { chainId: 1, number: 100, timestamp: 1_000 },
    told: { thing: toldThings, part: toldParts },
    indexed: { thing: things, part: parts },
    keyOf: (table) => KEYS[table] ?? [],
  };
}

describe("differencesOf", () => {
  test("default: none between equal rows", () => {
    expect(differencesOf(compared())).toEqual([]);
  });

  test("behavior: names row, column and both values", () => {
    const found = differencesOf(compared({ things: [{ ...ROW, amounts: [1n, 3n] }] }));
    expect(found).toEqual([
      {
        ...{ table: "thing", key: { chainId: 1, id: "0xa" }, column: "amounts" },
        ...{ indexed: [1n, 3n], told: [1n, 2n] },
      },
    ]);
  });

  test("behavior: 0 of another type is another value", () => {
    expect(differencesOf(compared({ things: [{ ...ROW, oddity: 5n }] }))).toHaveLength(1);
  });

  test("behavior: moments, what a live reader reads and what no state tells may differ", () => {
    const row = { ...ROW, sinceTimestamp: 4, updatedBlock: 91, rate: 8n };
    expect(differencesOf(compared({ things: [row] }))).toEqual([]);
    expect(differencesOf(compared({ things: [{ ...ROW, oddity: 6 }] }))).toHaveLength(1);
    const odd = { ...ROW, isOdd: true };
    expect(differencesOf(compared({ things: [{ ...odd, oddity: 6 }], toldThings: [odd] }))).toEqual(
      [],
    );
  });

  test("behavior: what the state does not say is not compared", () => {
    const { note: _, ...told } = ROW;
    expect(
      differencesOf(compared({ things: [{ ...ROW, note: "x" }], toldThings: [told] })),
    ).toEqual([]);
  });

  test("behavior: a row that the index lacks", () => {
    expect(differencesOf(compared({ parts: [] })).map(({ column }) => column)).toEqual(["row"]);
  });

  test("behavior: a part that the state has no longer, unless nothing is left of it", () => {
    const [found] = differencesOf(compared({ toldParts: [] }));
    expect([found?.column, found?.indexed, found?.told]).toEqual(["amount", 4n, 0n]);
    const empty = { ...PART, amount: 0n };
    expect(differencesOf(compared({ parts: [empty], toldParts: [] }))).toEqual([]);
  });
});

describe("correctionsOf", () => {
  test("default: the pool's own row, and what differs of its parts", () => {
    const other = { ...PART, place: 4 };
    const found = correctionsOf(
      compared({ parts: [{ ...PART, amount: 9n }, other], toldParts: [PART, other] }),
    );
    expect(found).toEqual([
      { table: "thing", key: { chainId: 1, id: "0xa" }, row: ROW, change: { updatedBlock: 100 } },
      {
        ...{ table: "part", key: { chainId: 1, thing: "0xa", place: 3 }, row: PART },
        change: { amount: 4n, updatedBlock: 100 },
      },
    ]);
  });

  test("behavior: what no state tells stays", () => {
    const [found] = correctionsOf(compared({ things: [{ ...ROW, rate: 8n, amounts: [] }] }));
    expect(found?.change).toEqual({ amounts: [1n, 2n], updatedBlock: 100 });
  });

  test("behavior: a missing row is inserted, and of one that is gone nothing is left", () => {
    expect(correctionsOf(compared({ parts: [] })).at(-1)).toMatchObject({ row: PART });
    expect(correctionsOf(compared({ toldParts: [] })).at(-1)).toEqual({
      ...{ table: "part", key: { chainId: 1, thing: "0xa", place: 3 }, row: null },
      change: { amount: 0n, updatedBlock: 100 },
    });
  });
});
