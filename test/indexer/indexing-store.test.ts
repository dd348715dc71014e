import { getTableName, type Table } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { flushedWhenHeld, type IndexingCache } from "../../indexer/indexing-store.ts";

const POOL: Table = pgTable("pool", { id: integer() });
const TOKEN: Table = pgTable("token", { id: integer() });
const [POOLS, TOKENS] = [new Set(["pool"]), new Set(["token"])];

/** What holds rows back, and what it was asked for. */
function cacheOf() {
  const asked: string[] = [];
  const cache: IndexingCache = {
    set: ({ table }) => asked.push(`set ${getTableName(table)}`),
    flush: async ({ tableNames } = {}) => {
      asked.push(["flush", ...(tableNames ?? ["all"])].join(" "));
    },
    clear: () => asked.push("clear"),
  };
  return { cache: flushedWhenHeld(cache), asked };
}

describe("flushedWhenHeld", () => {
  test("default: writes what is held of the tables asked for, once", async () => {
    const { cache, asked } = cacheOf();
    await cache.flush({ tableNames: POOLS });
    cache.set({ table: POOL });
    await cache.flush({ tableNames: TOKENS });
    await cache.flush({ tableNames: POOLS });
    await cache.flush({ tableNames: POOLS });
    expect(asked).toEqual(["set pool", "flush pool"]);
  });

  test("behavior: of no table in particular all that is held, and nothing twice", async () => {
    const { cache, asked } = cacheOf();
    await cache.flush();
    cache.set({ table: POOL });
    cache.set({ table: TOKEN });
    await cache.flush();
    await cache.flush({ tableNames: TOKENS });
    cache.set({ table: TOKEN });
    await cache.flush({ tableNames: TOKENS });
    expect(asked).toEqual(["set pool", "set token", "flush all", "set token", "flush token"]);
  });

  test("behavior: nothing is held once it was forgotten", async () => {
    const { cache, asked } = cacheOf();
    cache.set({ table: POOL });
    cache.clear();
    await cache.flush({ tableNames: POOLS });
    expect(asked).toEqual(["set pool", "clear"]);
  });

  test("behavior: held as long as it could not be written", async () => {
    const { cache, asked } = cacheOf();
    const failing = flushedWhenHeld<IndexingCache>({
      ...cache,
      flush: async () => {
        throw new Error("connection lost");
      },
    });
    failing.set({ table: POOL });
    await expect(failing.flush()).rejects.toThrow("connection lost");
    await expect(failing.flush({ tableNames: POOLS })).rejects.toThrow("connection lost");
    expect(asked).toEqual(["set pool"]);
  });
});
