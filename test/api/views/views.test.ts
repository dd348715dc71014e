import { getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as schema from "../../../ponder.schema.ts";
import { serveFrom } from "../../../src/api/indexes/chain-indexes.ts";
import { VIEWS } from "../../../src/api/views/index.ts";
import { makeViews } from "../../../src/api/views/publish.ts";
import { tablesIn } from "../../../src/api/views/view.ts";
import { twinsOf } from "../../../src/catalog/twins.ts";
import { createRecords, type RecordsInMemory } from "../../harness/records.ts";
import { USDC, WETH } from "../fixture/market.ts";
import { tableStatements } from "./database.ts";

/** State that says nothing of a pool by itself. */
const PARTS = [
  "ekubo_tick",
  "data_fee",
  "price_feed",
  "solidly_factory",
  "uniswap_v2_protocol_fee",
  "liquidity_book_bin",
  "slipstream_tick",
  "algebra_tick",
  "uniswap_v3_tick",
  "pancakeswap_infinity_tick",
  "pancakeswap_infinity_bin",
  "uniswap_v4_tick",
];
const POOL = "0x00000000000000000000000000000000000000b0";

let memory: RecordsInMemory;

async function rows(query: string): Promise<readonly unknown[]> {
  return (await memory.database.query(query)).rows;
}

beforeAll(async () => {
  memory = await createRecords();
  const { records, database } = memory;
  const db = drizzle(database);
  await database.exec(tableStatements("weir").join(";"));
  await serveFrom(records, { schema: "weir", chainIds: [1] });
  await makeViews(records, pino({ level: "silent" }));
  await database.exec("set search_path to weir");
  const { headBlock, pool, poolToken, token, curvePool, morphoBlueMarket, uniswapV3Pool } = schema;
  await db.insert(headBlock).values(
    [10, 11].map((number) => ({
      ...{ chainId: 1, number, timestamp: 1_700_000_000 + number, baseFeePerGas: 7n },
      ...{ hash: `0x${number}` as const, parentHash: "0x00" as const },
    })),
  );
  await db.insert(token).values([
    { chainId: 1, address: USDC, symbol: "USDC", name: "USD Coin", decimals: 6, updatedBlock: 1 },
    { chainId: 1, address: WETH, symbol: "WETH", name: null, decimals: 18, updatedBlock: 1 },
  ]);
  await db.insert(pool).values({
    ...{ chainId: 1, id: POOL, address: POOL, family: "uniswap-v3" },
    ...{ slug: "uniswap-v3", createdBlock: 2 },
  });
  const places = { chainId: 1, poolId: POOL } as const;
  await db.insert(poolToken).values([
    { ...places, position: 0, token: USDC },
    { ...places, position: 1, token: WETH },
  ]);
  await db.insert(uniswapV3Pool).values({
    ...{ chainId: 1, address: POOL, slug: "uniswap-v3", token0: USDC, token1: WETH },
    ...{ feePips: 500, tickSpacing: 10, tick: 13_863, ticksBlock: 3, updatedBlock: 9 },
    // A price of 4 WETH units per USDC unit.
    ...{ sqrtPriceX96: 2n ** 97n, liquidity: 1_000n },
  });
  const terms = { feeE10: 0n, adminFeeE10: 0n, initialA: 0n, futureA: 0n };
  const times = { initialATime: 0n, futureATime: 0n, sinceTimestamp: 0, latestTimestamp: 0 };
  await db.insert(curvePool).values({
    ...{ chainId: 1, address: POOL, slug: "curve", balances: [5n, 2n ** 200n], supply: 0n },
    ...{ ...terms, ...times, sincePrice: 0n, latestPrice: 0n, readBlock: -1, updatedBlock: 9 },
  });
  const market = { chainId: 1, slug: "morpho-blue", morpho: POOL, loanToken: USDC } as const;
  const rest = { collateralToken: WETH, oracle: POOL, irm: POOL, model: "none" } as const;
  const amounts = { totalSupplyAssets: 200n, totalSupplyShares: 200n, totalBorrowAssets: 50n };
  const fees = { lltvWad: 0n, totalBorrowShares: 50n, lastUpdate: 0n, feeWad: 0n };
  await db.insert(morphoBlueMarket).values({
    ...{ ...market, ...rest, ...amounts, ...fees, rateAtTargetWad: 0n },
    ...{ id: `0x${"1".repeat(64)}`, updatedBlock: 8 },
  });
}, 60_000);

afterAll(() => memory?.close());

describe("VIEWS", () => {
  test("default", async () => {
    for (const { name } of VIEWS) await rows(`select * from defi.${name}`);
    expect(await rows("select chain_id, name, block, base_fee from defi.chains")).toEqual([
      { chain_id: 1, name: "mainnet", block: 11, base_fee: "7" },
    ]);
    expect(await rows("select count(*)::int n from defi.protocols where chain_id <> 1")).toEqual([
      { n: 0 },
    ]);
    expect(
      await rows("select updated_block, swap_fee_percent from defi.pools order by 2"),
    ).toMatchObject([
      { updated_block: 9, swap_fee_percent: 0 },
      { updated_block: 9, swap_fee_percent: 0.05 },
    ]);
  });

  test("behavior: docs/sql-views.md describes them", async () => {
    const columns = (await rows(`
      select relname as view, attname as name, format_type(atttypid, atttypmod) as type,
        col_description(attrelid, attnum) as meaning
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'defi'::regnamespace order by attnum`)) as readonly {
      readonly [name in "view" | "name" | "type" | "meaning"]: string;
    }[];
    const sections = VIEWS.map(({ name: view, comment }) => {
      const own = columns.filter((column) => column.view === view);
      const lines = own.map(({ name, type, meaning }) => `| \`${name}\` | ${type} | ${meaning} |`);
      return [
        `## ${view}`,
        "",
        comment,
        "",
        "| column | type | meaning |",
        "|---|---|---|",
        ...lines,
      ];
    });
    const head = [
      "# Views",
      "",
      "The views of the schema `defi`; [sql.md](sql.md) says how to use them.",
    ];
    const text = [head, ...sections].map((section) => `${section.join("\n")}\n`).join("\n");
    await expect(text, "run vitest -u").toMatchFileSnapshot("../../../docs/sql-views.md");
  });

  test("behavior: every view and column has a comment", async () => {
    const without = await rows(`
      select relname, attname from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'defi'::regnamespace and (coalesce(length(col_description(attrelid, attnum)), 0) < 10
        or coalesce(length(obj_description(pg_class.oid)), 0) < 10)`);
    expect(without).toEqual([]);
  });

  test("behavior: only dollars and percents are floats", async () => {
    const floats = await rows(`
      select table_name, column_name from information_schema.columns
      where table_schema = 'defi' and data_type in ('double precision', 'real')
        and column_name !~ '_(usd|percent)$'`);
    expect(floats).toEqual([]);
  });

  test("behavior: every state is in a view", () => {
    const of = tablesIn(new Map([[1, "weir"]]));
    const queries = VIEWS.map((view) => view.query(of)).join();
    const tables = [...twinsOf(schema).keys()].filter((one) => !PARTS.includes(getTableName(one)));
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((one) => !queries.includes(of(one)))).toEqual([]);
  });

  test("behavior: reserves are exact, those of concentrated liquidity virtual", async () => {
    expect(
      await rows(
        "select token, amount, decimals, is_virtual from defi.pool_balances order by is_virtual, amount",
      ),
    ).toEqual([
      { token: USDC, amount: "5", decimals: 6, is_virtual: false },
      { token: WETH, amount: String(2n ** 200n), decimals: 18, is_virtual: false },
      { token: USDC, amount: "500", decimals: 6, is_virtual: true },
      { token: WETH, amount: "2000", decimals: 18, is_virtual: true },
    ]);
  });

  test("behavior: a market tells what is lent of it", async () => {
    expect(
      await rows(
        "select supplied, borrowed, utilisation_percent, decimals from defi.lending_markets",
      ),
    ).toEqual([{ supplied: "200", borrowed: "50", utilisation_percent: 25, decimals: 6 }]);
  });
});
