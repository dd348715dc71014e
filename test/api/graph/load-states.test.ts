import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnOf, loadStates } from "../../../src/api/graph/load-states.ts";
import type { ReadDatabase } from "../../../src/catalog/database.ts";
import { aaveV3Reserve, aaveV3Reward } from "../../../src/protocols/aave-v3/schema.ts";
import { states as aaveV3 } from "../../../src/protocols/aave-v3/states.ts";
import { uniswapV2Pair, uniswapV2ProtocolFee } from "../../../src/protocols/uniswap-v2/schema.ts";
import { states as uniswapV2 } from "../../../src/protocols/uniswap-v2/states.ts";
import { created } from "../../../src/protocols/uniswap-v2/transitions.ts";
import { uniswapV3Pool, uniswapV3Tick } from "../../../src/protocols/uniswap-v3/schema.ts";
import { states as uniswapV3 } from "../../../src/protocols/uniswap-v3/states.ts";
import { createDatabase } from "../../protocols/database.ts";

const PAIR = "0x00000000000000000000000000000000000000a1";
const OTHER = "0x00000000000000000000000000000000000000a2";
const pair = {
  ...created(10),
  chainId: 1,
  address: PAIR,
  slug: "sushiswap-v2",
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  feePips: 3000,
} as const;

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase([
    ...[uniswapV2Pair, uniswapV2ProtocolFee, uniswapV3Pool, uniswapV3Tick],
    ...[aaveV3Reserve, aaveV3Reward],
  ]);
  await database.db
    .insert(uniswapV2Pair)
    .values([pair, { ...pair, address: OTHER, slug: "uniswap-v2", updatedBlock: 5 }]);
  const change = { chainId: 1, slug: "sushiswap-v2", isOn: false, updatedBlock: 30 };
  await database.db.insert(uniswapV2ProtocolFee).values(change);
});

afterAll(() => database.close());

/** The database, and the tables that it was asked for, one for each statement. */
function counted(): { readonly db: ReadDatabase; readonly asked: string[] } {
  const asked: string[] = [];
  const db = new Proxy<ReadDatabase>(database.db, {
    get: (target, name) => (name === "select" ? select(target) : Reflect.get(target, name)),
  });
  const select = (target: ReadDatabase) => (fields: Parameters<ReadDatabase["select"]>[0]) => ({
    from(table: PgTable) {
      asked.push(getTableName(table));
      return fields === undefined ? target.select().from(table) : target.select(fields).from(table);
    },
  });
  return { db, asked };
}

describe("loadStates", () => {
  test("default: one statement for what changed, one for what is shared", async () => {
    const { db, asked } = counted();
    const states = await loadStates(db, uniswapV2, { chainId: 1, sinceBlock: -1, ids: [] });
    expect(states.map(({ id }) => id).sort()).toEqual([PAIR, OTHER]);
    expect(asked).toEqual(["uniswap_v2_protocol_fee", "uniswap_v2_pair"]);
  });

  test("behavior: a state that is asked for and changed by what is shared comes once", async () => {
    const { db, asked } = counted();
    const request = { chainId: 1, sinceBlock: 20, ids: [PAIR, OTHER] };
    const states = await loadStates(db, uniswapV2, request);
    expect(states.map(({ id }) => id)).toEqual([PAIR, OTHER]);
    expect(asked).toHaveLength(3);
  });

  test("behavior: without a block only what is asked for is read", async () => {
    const { db, asked } = counted();
    const request = { chainId: 1, sinceBlock: null, ids: [OTHER] };
    const states = await loadStates(db, uniswapV2, request);
    expect(states.map(({ id }) => id)).toEqual([OTHER]);
    expect(asked).toHaveLength(2);
  });

  test("behavior: ids are asked for in parts that Postgres takes", async () => {
    const { db, asked } = counted();
    const ids = Array.from({ length: 10_001 }, (_, i) => `0x${i}`);
    const states = await loadStates(db, uniswapV2, { chainId: 1, sinceBlock: null, ids });
    expect(states).toEqual([]);
    expect(asked).toEqual(["uniswap_v2_protocol_fee", ...["uniswap_v2_pair", "uniswap_v2_pair"]]);
  });

  test("behavior: what is beside rows is not asked for where there are none", async () => {
    const request = { chainId: 1, sinceBlock: -1, ids: [] };
    const [parts, writtenOnce] = [counted(), counted()];
    await loadStates(parts.db, uniswapV3, request);
    await loadStates(writtenOnce.db, aaveV3, request);
    expect([parts.asked, writtenOnce.asked]).toEqual([["uniswap_v3_pool"], ["aave_v3_reserve"]]);
  });
});

describe("columnOf", () => {
  test("error: no such column", () => {
    expect(() => columnOf(uniswapV2Pair, "nothing")).toThrow(
      "uniswap_v2_pair has no column nothing",
    );
  });
});
