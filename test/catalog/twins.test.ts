import { getTableName, isTable, type Table } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import * as schema from "../../ponder.schema.ts";
import { twinsOf } from "../../src/catalog/twins.ts";

/**
 * Tables without a past: their rows are written once, or belong to a block or an hour, or decide no
 * quote.
 */
const WITHOUT_TWINS = [
  ...["head_block", "token", "unread_tokens", "pool", "pool_token", "pool_hour"],
  ...["aave_v3_token", "aave_v3_market", "aave_v3_reward", "aave_v3_deficit"],
  "balancer_v2_collected_fee",
];
/** Columns that are in no log, as they never change, or are read by the next event alone. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  uniswap_v2_pair: [
    ...["slug", "token0", "token1", "fee_pips"],
    ...["minted", "mints", "burned", "latest_price", "latest_timestamp"],
  ],
  algebra_pool: ["slug", "token0", "token1", "tick_spacing"],
  balancer_v3_pool: [
    ...["slug", "vault", "kind", "is_last_version", "surge_hook", "takes_single"],
    ...["rate_providers", "is_taxed", "weights", "min_balances", "ellipse"],
  ],
  balancer_v3_buffer: ["slug", "vault"],
  curve_crypto_pool: ["slug", "generation", "lp_token", "coins"],
  curve_factory_pool: ["slug", "lp_token", "coins", "code"],
  curve_lending_pool: ["slug", "lp_token", "lending_pool", "coins", "a_tokens", "rates"],
  curve_meta_pool: ["slug", "coins", "base_pool"],
  curve_ng_pool: ["slug", "coins", "base_pool", "is_followed", "divides_at_once"],
  fluid_pool: ["slug", "tokens", "numerators", "denominators", "deployer"],
  ekubo_pool: ["slug", "core", "token0", "token1", "config", "fee"],
  fluid_dex_lite_pool: ["slug", "address", "tokens", "salt"],
  liquidity_book_pool: ["slug", "token_x", "token_y", "bin_step"],
  pendle_pool: ["slug", "kind", "tokens", "yield_contract", "reward_tokens"],
  slipstream_pool: ["slug", "token0", "token1", "tick_spacing"],
  uniswap_v3_pool: ["slug", "token0", "token1", "tick_spacing"],
  uniswap_v4_pool: [
    ...["slug", "manager", "token0", "token1", "lp_fee_pips", "tick_spacing", "hooks"],
  ],
  pancakeswap_infinity_pool: [
    ...["slug", "manager", "token0", "token1", "key_fee", "tick_spacing", "hooks", "parameters"],
  ],
  pancakeswap_infinity_bin_pool: [
    ...["slug", "manager", "token_x", "token_y", "hooks", "key_fee", "parameters", "bin_step"],
  ],
  solidly_pool: [
    ...["slug", "token0", "token1", "is_stable", "decimals0", "decimals1"],
    ...["latest_index_wad", "latest_timestamp"],
  ],
};
const TWINS = twinsOf(schema);

function columnsOf(table: Table): readonly string[] {
  return getTableConfig(table as PgTable).columns.map(({ name }) => name);
}

function keyOf(table: Table): readonly string[] | undefined {
  return getTableConfig(table as PgTable).primaryKeys[0]?.columns.map(({ name }) => name);
}

describe("twinsOf", () => {
  test("default: every table of the schema has a log, unless it is written once", () => {
    const twins = new Set([...TWINS.values()].map(({ log }) => log));
    const tables = Object.values(schema).filter((each) => isTable(each) && !twins.has(each));
    const without = tables.filter((table) => !TWINS.has(table)).map(getTableName);
    expect(without.sort()).toEqual([...WITHOUT_TWINS].sort());
  });

  test("behavior: a log has the table's columns and the hour, and its key with the block", () => {
    for (const [table, { log, columns }] of TWINS) {
      expect(getTableName(log)).toBe(`${getTableName(table)}_log`);
      const left = LEFT_OUT[getTableName(table)] ?? [];
      const logged = columnsOf(table).filter((name) => !left.includes(name));
      expect(columnsOf(log)).toEqual([...logged, "hour"]);
      expect(columns).toHaveLength(logged.length);
      expect(keyOf(log)).toEqual([...(keyOf(table) ?? []), "updated_block"]);
    }
  });

  test("error: a log without a table", () => {
    expect(() => twinsOf({ lidoLog: schema.lidoLog })).toThrow("lidoLog is the log of no table");
  });
});
