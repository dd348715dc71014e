import { existsSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHANGING_TABLES } from "../../../src/api/graph/changed-families.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";

const FOLDERS = join(import.meta.dirname, "../../../src/protocols");

describe("CHANGING_TABLES", () => {
  test("default: every family with tables, which all families with loads of tables are", () => {
    const withTables = PROTOCOLS.map(({ family }) => family).filter((family) =>
      existsSync(join(FOLDERS, family, "schema.ts")),
    );
    expect([...CHANGING_TABLES.keys()].sort()).toEqual(withTables.sort());
    for (const tables of CHANGING_TABLES.values()) expect(tables.length).toBeGreaterThan(0);
  });

  test("behavior: all tables that states change with, none of the past", () => {
    const names = (family: string) =>
      (CHANGING_TABLES.get(family) ?? []).map(({ table }) => getTableName(table)).sort();
    expect(names("uniswap-v2")).toEqual(["uniswap_v2_pair", "uniswap_v2_protocol_fee"]);
    expect(names("solidly")).toEqual(["solidly_pause", "solidly_pool"]);
    expect(names("uniswap-v3")).toEqual(["uniswap_v3_pool"]);
  });
});
