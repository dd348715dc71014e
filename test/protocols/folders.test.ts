import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import * as schema from "../../ponder.schema.ts";
import * as dataFee from "../../src/catalog/data-fee/schema.ts";
import * as priceFeeds from "../../src/catalog/price-feeds/schema.ts";
import * as catalog from "../../src/catalog/schema.ts";
import { readEnvironment } from "../../src/lib/env.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import type { IndexedFamily } from "../../src/protocols/sources.ts";

const ROOT = join(import.meta.dirname, "../../src/protocols");
const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const ENVIRONMENT = readEnvironment({ PONDER_RPC_URL_1: "http://localhost" });

function tablesIn(module: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(module).flatMap((each) => (isTable(each) ? [getTableName(each)] : []));
}

describe.each(FOLDERS)("folder %s", (folder) => {
  const has = (file: string) => existsSync(join(ROOT, folder, file));
  const indexed: IndexedFamily | undefined = INDEXED.find(({ family }) => family === folder);
  const protocol = PROTOCOLS.find(({ family }) => family === folder);

  test("default: is in the registry, and in that of what is indexed where it has tables", () => {
    expect(protocol).toBeDefined();
    expect(indexed !== undefined).toBe(has("schema.ts"));
    expect(protocol?.states.kind).toBe(has("schema.ts") ? "stored" : "fixed");
  });

  test("behavior: its tables are its states', logs, or what only handlers read", () => {
    const states = protocol?.states;
    if (indexed === undefined || states?.kind !== "stored") return;
    const own = tablesIn(indexed.schema);
    expect(own).toContain(getTableName(states.table));
    if (states.beside !== undefined) expect(own).toContain(getTableName(states.beside.table));
  });

  test("behavior: its sources have handlers, and its reader is stated", () => {
    const sources = Object.keys(indexed?.sources(ENVIRONMENT) ?? {});
    expect(sources.length > 0).toBe(has("sources.ts"));
    expect(has("indexing.ts")).toBe(has("sources.ts"));
    expect(indexed?.live !== undefined).toBe(has("live.ts"));
  });
});

describe("ponder.schema.ts", () => {
  test("default: every table is that of one family, or of the catalogue", () => {
    const claimed = [catalog, dataFee, priceFeeds, ...INDEXED.map((family) => family.schema)];
    expect(tablesIn(schema).toSorted()).toEqual(claimed.flatMap(tablesIn).sort());
  });
});
