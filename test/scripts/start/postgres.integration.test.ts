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

const foreignHash = `0x${"ab".repeat(32)}`;

async function schemas(): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname in ('ponder_sync', 'weir_devnet', 'weir') order by 1`;
  return rows.map(({ name }) => name);
}

describe("claimForDevnet", () => {
  test("default", async () => {
    const release = await claimForDevnet(server.url, "weir_devnet");
    expect(await schemas()).toEqual(["weir_devnet"]);
    await release();
  });

  test("behavior: an earlier devnet is dropped with its cache", async () => {
    await (await claimForDevnet(server.url, "weir_devnet"))();
    await cache([{ chainId: 1, number: 3, hash: foreignHash }]);
    await sql`create table weir_devnet.pool (id text)`;
    await (await claimForDevnet(server.url, "weir_devnet"))();
    expect(await schemas()).toEqual(["weir_devnet"]);
    const [pool] = await sql`select to_regclass('weir_devnet.pool') as found`;
    expect(pool?.found).toBe(null);
  });

  test("behavior: what was recorded of an earlier devnet is deleted, keys are kept", async () => {
    await (await claimForDevnet(server.url, "weir_devnet"))();
    const records = await openRecords(server.url);
    try {
      await records.db.insert(prices).values({ chainId: 1, id: "0x01", hour: 0, value: 1 });
      await records.db.insert(apiKeys).values({ id: "000000000000", hash: "00" });
      await (await claimForDevnet(server.url, "weir_devnet"))();
      expect(await records.db.select().from(prices)).toEqual([]);
      expect(await records.db.select().from(apiKeys)).toHaveLength(1);
    } finally {
      await records.close();
    }
  });

  test("error: the database holds real chains", async () => {
    await cache([{ chainId: 10, number: 3, hash: foreignHash }]);
    await expect(claimForDevnet(server.url, "weir_devnet")).rejects.toThrow("data of real chains");
    expect(await schemas()).toEqual(["ponder_sync"]);
  });

  test("error: another devnet runs on it", async () => {
    const release = await claimForDevnet(server.url, "weir_devnet");
    await expect(claimForDevnet(server.url, "weir_devnet")).rejects.toThrow("another devnet");
    await release();
    await (await claimForDevnet(server.url, "weir_devnet"))();
  });

  test("error: no database answers", async () => {
    await expect(claimForDevnet("postgres://weir@127.0.0.1:1/x", "weir_devnet")).rejects.toThrow(
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
    await (await claimForDevnet(server.url, "weir_devnet"))();
    await expect(requireOwnChains(server.url, nodes)).rejects.toThrow("schema weir_devnet");
  });
});
