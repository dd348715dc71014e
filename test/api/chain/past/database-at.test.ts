import { PGlite } from "@electric-sql/pglite";
import { and, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { integer, type PgTable, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseAt, type TablePast } from "../../../../src/api/chain/past/database-at.ts";
import { createRandom } from "../../router/market.ts";

// Tables carry the name of their schema inside the indexer's process.
const schema = pgSchema("weir");
const columns = {
  chainId: integer("chain_id").notNull(),
  address: text().notNull(),
  amount: integer(),
  updatedBlock: integer("updated_block").notNull(),
};
const fixed = { slug: text().notNull() };
const pool = schema.table("pool_state", { ...columns, ...fixed }, (table) => [
  primaryKey({ columns: [table.chainId, table.address] }),
]);
const poolLog = schema.table("pool_state_log", columns, (table) => [
  primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
]);
const token = schema.table("token", {
  chainId: integer("chain_id").notNull(),
  address: text().notNull(),
  block: integer("first_block").notNull(),
});
const pasts = new Map<PgTable, TablePast>([
  [pool, { kind: "logged", log: poolLog }],
  [token, { kind: "written-once", block: token.block }],
]);

const CHAIN = 7;
const BLOCKS = 60;
const ADDRESSES = ["a", "b", "c", "d", "e", "f"];
const client = new PGlite();
const db = drizzle(client);
type Row = typeof pool.$inferSelect;
/** Rows at the end of every block, by address. */
const history: ReadonlyMap<string, Row>[] = [];

function at(block: number) {
  return databaseAt(db, { chainId: CHAIN, block, pastOf: (table) => pasts.get(table) });
}

function byAddress(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((left, right) => (left.address < right.address ? -1 : 1));
}

beforeAll(async () => {
  const lines = `chain_id int, address text, amount int, updated_block int`;
  await client.exec(`create schema weir;
    create table weir.pool_state (${lines}, slug text, primary key (chain_id, address));
    create table weir.pool_state_log (${lines}, primary key (chain_id, address, updated_block));
    create table weir.token (chain_id int, address text, first_block int);`);
  const random = createRandom(6);
  const logged: Row[] = [];
  let state = new Map<string, Row>();
  for (let block = 0; block <= BLOCKS; block++) {
    state = new Map(state);
    for (const address of ADDRESSES) {
      if (random() > 0.1) continue;
      const amount = random() < 0.2 ? null : Math.floor(random() * 10);
      const row = { chainId: CHAIN, address, amount, updatedBlock: block, slug: `${address}-swap` };
      state.set(address, row);
      logged.push(row);
    }
    history.push(state);
  }
  await db.insert(poolLog).values(logged);
  await db.insert(pool).values([...state.values()]);
  const elsewhere = { chainId: 8, address: "a", amount: 99, updatedBlock: 3, slug: "other" };
  await db.insert(poolLog).values(elsewhere);
  await db.insert(pool).values(elsewhere);
  await db.insert(token).values([
    { chainId: CHAIN, address: "early", block: 10 },
    { chainId: CHAIN, address: "late", block: 11 },
    { chainId: 8, address: "elsewhere", block: 1 },
  ]);
}, 60_000);

afterAll(() => client.close());

describe("databaseAt", () => {
  test("default: every block's rows are those that were written up to it", async () => {
    for (const [block, state] of history.entries()) {
      const rows = await at(block).select().from(pool).where(eq(pool.chainId, CHAIN));
      expect(byAddress(rows), `block ${block}`).toEqual(byAddress([...state.values()]));
    }
    expect(history.at(-1)?.size).toBe(ADDRESSES.length);
  });

  test("behavior: conditions see the rows as they were", async () => {
    for (const [block, state] of history.entries()) {
      const recent = block - 5;
      const rows = await at(block)
        .select({ address: pool.address, amount: pool.amount })
        .from(pool)
        .where(
          and(
            ne(pool.amount, 3),
            or(gt(pool.updatedBlock, recent), inArray(pool.address, ["a", "b"])),
          ),
        )
        .orderBy(desc(pool.amount), pool.address)
        .limit(3);
      const wanted = [...state.values()]
        .filter(({ amount }) => amount !== null && amount !== 3)
        .filter(({ address, updatedBlock }) => updatedBlock > recent || "ab".includes(address))
        .map(({ address, amount }) => ({ address, amount }))
        .sort((l, r) => (r.amount ?? 0) - (l.amount ?? 0) || (l.address < r.address ? -1 : 1));
      expect(rows, `block ${block}`).toEqual(wanted.slice(0, 3));
    }
  });

  test("behavior: rows that are written once appear in their block", async () => {
    const namesAt = async (block: number) =>
      (await at(block).select({ address: token.address }).from(token)).map((row) => row.address);
    expect(await namesAt(9)).toEqual([]);
    expect(await namesAt(10)).toEqual(["early"]);
    expect(await namesAt(11)).toEqual(["early", "late"]);
  });

  test("behavior: what selects from SQL sees the present", async () => {
    const changed = sql<boolean>`exists (select 1 from ${pool} where ${gt(pool.updatedBlock, 30)})`;
    const [row] = await at(30).select({ changed }).from(sql`(select 1) as one`);
    expect(row).toEqual({ changed: true });
  });

  test("error: a table without a known past", () => {
    const past = { chainId: CHAIN, block: 1, pastOf: () => undefined };
    expect(() => databaseAt(db, past).select().from(pool)).toThrow(/past of pool_state/);
  });
});
