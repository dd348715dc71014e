import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { type NodeRpc, nodeRpc } from "../../../scripts/start/node-rpc.ts";
import { claimForDevnet, requireOwnChains } from "../../../scripts/start/postgres.ts";
import { openRecords } from "../../../src/api/records/open.ts";
import { apiKeys, prices } from "../../../src/api/records/schema.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";

let server: Postgres;
let anvil: Anvil;
let nodes: ReadonlyMap<number, NodeRpc>;
let sql: postgres.Sql;

beforeAll(async () => {
  [server, anvil] = await Promise.all([startPostgres(), startAnvil({ chainId: 1 })]);
  nodes = new Map([[1, nodeRpc("PONDER_RPC_URL_1", anvil.url)]]);
});
afterAll(async () => {
  await anvil?.stop();
  await server?.stop();
});
beforeEach(() => {
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await sql`drop schema if exists ponder_sync, weir_devnet, weir cascade`;
  await sql.end();
});

/** What the indexer keeps of a chain, reduced to what is looked at. */
async function cache(blocks: readonly { chainId: number; number: number; hash: string }[]) {
  await sql`create schema ponder_sync`;
  await sql`create table ponder_sync.blocks (chain_id bigint, number bigint, hash varchar(66))`;
  await sql`create table ponder_sync.intervals (fragment_id text)`;
  await sql`create table ponder_sync.rpc_request_results (request_hash text)`;
  for (const { chainId, number, hash } of blocks) {
    await sql`insert into ponder_sync.blocks values (${chainId}, ${number}, ${hash})`;
  }
}

const INDEX = { schema: "weir_devnet", facts: "ab" };

async function claimAndRelease(): Promise<void> {
  await (await claimForDevnet(server.url, INDEX)).release();
}

const foreignHash = `0x${"ab".repeat(32)}`;

/** An index that can be kept, reduced to what is looked at. */
async function keepable(): Promise<void> {
  await sql`create table weir_devnet._ponder_meta (key text, value jsonb)`;
  await sql`insert into weir_devnet._ponder_meta values ('app', '{"is_locked": 1}')`;
  await sql`create table weir_devnet.pool (id text, number int generated always as identity)`;
  await sql`insert into weir_devnet.pool values ('first')`;
  await cache([{ chainId: 1, number: 3, hash: foreignHash }]);
}

async function schemas(): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname in ('ponder_sync', 'weir_devnet', 'weir') order by 1`;
  return rows.map(({ name }) => name);
}

describe("claimForDevnet", () => {
  test("default", async () => {
    const claim = await claimForDevnet(server.url, INDEX);
    expect(await schemas()).toEqual(["weir_devnet"]);
    expect(claim.isIndexed).toBe(false);
    await claim.release();
  });

  test("behavior: an earlier devnet is dropped with its cache", async () => {
    await claimAndRelease();
    await cache([{ chainId: 1, number: 3, hash: foreignHash }]);
    await sql`create table weir_devnet.pool (id text)`;
    await claimAndRelease();
    expect(await schemas()).toEqual(["weir_devnet"]);
    const [pool] = await sql`select to_regclass('weir_devnet.pool') as found`;
    expect(pool?.found).toBe(null);
  });

  test("behavior: what was recorded of an earlier devnet is deleted, keys are kept", async () => {
    await claimAndRelease();
    const records = await openRecords(server.url);
    try {
      await records.db.insert(prices).values({ chainId: 1, id: "0x01", hour: 0, value: 1 });
      await records.db.insert(apiKeys).values({ id: "000000000000", hash: "00" });
      await claimAndRelease();
      expect(await records.db.select().from(prices)).toEqual([]);
      expect(await records.db.select().from(apiKeys)).toHaveLength(1);
    } finally {
      await records.close();
    }
  });

  test("behavior: an index that was kept is there again, as it was", async () => {
    const first = await claimForDevnet(server.url, INDEX);
    await keepable();
    await first.keep();
    await first.release();
    await sql`create view weir_devnet.pools as select id, number from weir_devnet.pool`;
    await sql`create function weir_devnet.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'written to'; end $$`;
    await sql`insert into weir_devnet.pool values ('second')`;
    await sql`update ponder_sync.blocks set number = 4`;
    await sql`create trigger refuse before insert on weir_devnet.pool
      for each row execute function weir_devnet.refuse()`;

    const second = await claimForDevnet(server.url, INDEX);
    expect(second.isIndexed).toBe(true);
    expect(await sql`select * from weir_devnet.pools`).toEqual([{ id: "first", number: 1 }]);
    expect(await sql`select number from ponder_sync.blocks`).toEqual([{ number: "3" }]);
    expect(await sql`select value from weir_devnet._ponder_meta`).toEqual([
      { value: { is_locked: 0 } },
    ]);
    await expect(sql`insert into weir_devnet.pool values ('x')`).rejects.toThrow("written to");
    await second.release();

    const third = await claimForDevnet(server.url, { ...INDEX, facts: "cd" });
    expect(third.isIndexed).toBe(false);
    expect(await sql`select to_regclass('weir_devnet.pool') as found`).toEqual([{ found: null }]);
    await third.release();
    const fourth = await claimForDevnet(server.url, INDEX);
    expect(fourth.isIndexed).toBe(false);
    await fourth.release();
  });

  test.each([
    ["has a table more", "create table weir_devnet.added (id text)"],
    ["lacks a table", "drop table ponder_sync.intervals"],
    ["has other columns", "alter table weir_devnet.pool alter id type integer using 1"],
  ])("behavior: an index that %s is made anew", async (_, change) => {
    const first = await claimForDevnet(server.url, INDEX);
    await keepable();
    await first.keep();
    await first.release();
    await sql.unsafe(change);
    const second = await claimForDevnet(server.url, INDEX);
    expect(second.isIndexed).toBe(false);
    expect(await sql`select to_regclass('weir_devnet.pool') as found`).toEqual([{ found: null }]);
    await second.release();
  });

  test("error: the database holds real chains", async () => {
    await cache([{ chainId: 10, number: 3, hash: foreignHash }]);
    await expect(claimForDevnet(server.url, INDEX)).rejects.toThrow("data of real chains");
    expect(await schemas()).toEqual(["ponder_sync"]);
  });

  test("error: another devnet runs on it", async () => {
    const claim = await claimForDevnet(server.url, INDEX);
    await expect(claimForDevnet(server.url, INDEX)).rejects.toThrow("another devnet");
    await claim.release();
    await claimAndRelease();
  });

  test("error: no database answers", async () => {
    await expect(claimForDevnet("postgres://weir@127.0.0.1:1/x", INDEX)).rejects.toThrow(
      /DATABASE_URL did not answer: .*ECONNREFUSED/,
    );
  });
});

describe("requireOwnChains", () => {
  test("default", async () => {
    await requireOwnChains(server.url, nodes);
    const genesis = await nodes.get(1)?.block(0);
    await cache([
      { chainId: 1, number: 0, hash: genesis?.hash ?? "" },
      { chainId: 10, number: 9, hash: foreignHash },
    ]);
    await requireOwnChains(server.url, nodes);
  });

  test("error: the cache is of another chain with the same id", async () => {
    await cache([{ chainId: 1, number: 0, hash: foreignHash }]);
    await expect(requireOwnChains(server.url, nodes)).rejects.toThrow(
      `holds data of another chain 1: block 0 is ${foreignHash} there and 0x`,
    );
  });

  test("error: the node lacks the cached block", async () => {
    await cache([{ chainId: 1, number: 1_000, hash: foreignHash }]);
    await expect(requireOwnChains(server.url, nodes)).rejects.toThrow("absent on the node");
  });

  test("error: the database holds a devnet", async () => {
    await claimAndRelease();
    await expect(requireOwnChains(server.url, nodes)).rejects.toThrow("schema weir_devnet");
  });
});
