import { getTableName, isTable, type Table } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import * as schema from "../../ponder.schema.ts";
import { twinsOf } from "../../src/catalog/twins.ts";

/** Tables without a past: their rows are written once, or belong to a block or an hour, or decide no quote. */
const WITHOUT_TWINS = [
  ...["head_block", "token", "pool", "pool_token", "pool_hour"],
  ...["aave_v3_token", "aave_v3_market", "aave_v3_reward"],
];
/** Settings and answers, which are no state of a pool, vault, market or position; and ticks, which are many. */
const WITHOUT_HOURS = ["price_feed", "solidly_pause", "uniswap_v2_protocol_fee", "uniswap_v3_tick"];

const TWINS = twinsOf(schema);

function columnsOf(table: Table): readonly string[] {
  return getTableConfig(table as PgTable).columns.map(({ name }) => name);
}

function keyOf(table: Table): readonly string[] | undefined {
  return getTableConfig(table as PgTable).primaryKeys[0]?.columns.map(({ name }) => name);
}

describe("twinsOf", () => {
  test("default: every table of the schema has a log, unless it is written once", () => {
    const twins = new Set([...TWINS.values()].flatMap(({ log, hour }) => [log, hour]));
    const tables = Object.values(schema).filter((each) => isTable(each) && !twins.has(each));
    const without = tables.filter((table) => !TWINS.has(table)).map(getTableName);
    expect(without.sort()).toEqual([...WITHOUT_TWINS].sort());
  });

  test("behavior: pools, vaults, markets and positions have hours", () => {
    const without = [...TWINS].filter(([, { hour }]) => hour === null);
    expect(without.map(([table]) => getTableName(table)).sort()).toEqual(WITHOUT_HOURS);
  });

  test("behavior: a twin has the table's columns, and its key with the block or the hour", () => {
    for (const [table, { log, hour }] of TWINS) {
      const [columns, key] = [columnsOf(table), keyOf(table) ?? []];
      expect(getTableName(log)).toBe(`${getTableName(table)}_log`);
      expect(columnsOf(log)).toEqual(columns);
      expect(keyOf(log)).toEqual([...key, "updated_block"]);
      if (hour === null) continue;
      expect(getTableName(hour)).toBe(`${getTableName(table)}_hour`);
      expect(columnsOf(hour)).toEqual([...columns, "hour"]);
      expect(keyOf(hour)).toEqual([...key, "hour"]);
    }
  });

  test("error: a log without a table", () => {
    expect(() => twinsOf({ lidoLog: schema.lidoLog })).toThrow("lidoLog is the log of no table");
  });
});
