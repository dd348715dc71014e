import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import pino from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveFrom } from "../../../src/api/indexes/chain-indexes.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { VIEWS } from "../../../src/api/views/index.ts";
import { makeViews, publishIndex } from "../../../src/api/views/publish.ts";
import { makeReaders } from "../../../src/api/views/reader-role.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { tableStatements } from "./database.ts";

const log = pino({ level: "silent" });
const DEPLOYMENTS = ["weir_1", "weir_2"] as const;

let server: Postgres;
let records: Records;
let owner: postgres.Sql;
let reader: postgres.Sql;

const connect = (user: string, max = 1) =>
  postgres(server.url.replace("weir@", `${user}@`), { max, onnotice: () => undefined });

/** Tables of a deployment with one block, whose number tells it from others. */
async function deploy(name: string, block: number): Promise<void> {
  await owner.unsafe(tableStatements(name).join(";"));
  await owner.unsafe(`
    create table ${name}._ponder_meta (key text primary key, value jsonb);
    insert into ${name}._ponder_meta values ('app', '{"is_ready": 0}');
    insert into ${name}.head_block values (1, ${block}, '0x01', '0x00', 1700000000, 7);`);
}

/** An index of chain 1. */
const indexIn = (schema: string) => ({ schema, chainIds: [1] });

/** Makes the views on an index. */
async function show(schema: string): Promise<void> {
  await serveFrom(records, indexIn(schema));
  await makeViews(records, log);
}

const setReady = (name: string) =>
  owner.unsafe(`update ${name}._ponder_meta set value = '{"is_ready": 1}'`);

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await holds()); await sleep(50)) {
    if (Date.now() - start > 20_000) throw new Error("it did not come true within 20 s");
  }
}

const shownBlock = async (): Promise<number | null> => {
  const [views] = await owner`select to_regclass('defi.chains') is not null as made`;
  if (views?.made !== true) return null;
  const [chain] = await owner`select block from defi.chains`;
  return chain?.block ?? null;
};

beforeAll(async () => {
  server = await startPostgres();
  records = await openRecords(server.url);
  owner = connect("weir");
  reader = connect("weir_reader");
});

beforeEach(async () => {
  await owner.unsafe(
    `drop schema if exists defi cascade; ${DEPLOYMENTS.map((name) => `drop schema if exists ${name} cascade`).join(";")}`,
  );
  for (const [index, name] of DEPLOYMENTS.entries()) await deploy(name, index + 1);
});

afterAll(async () => {
  await reader?.end();
  await owner?.end();
  await records?.close();
  await server?.stop();
});

describe("publishIndex", () => {
  test("default", async () => {
    const end = publishIndex({ records, index: indexIn("weir_1"), log });
    await sleep(1_200);
    expect(await shownBlock()).toBeNull();
    await setReady("weir_1");
    await until(async () => (await shownBlock()) === 1);
    await end();
  });

  test("behavior: a redeploy switches all views at once, under readers", async () => {
    await setReady("weir_1");
    await setReady("weir_2");
    await publishIndex({ records, index: indexIn("weir_1"), log })();
    await until(async () => (await shownBlock()) === 1);
    const seen: string[] = [];
    let isOver = false;
    const readers = [1, 2].map(async () => {
      const sql = connect("weir_reader");
      while (!isOver) {
        const [row] =
          await sql`select (select max(number) from defi.blocks) as old, (select block from defi.chains) as new`;
        seen.push(`${row?.old} ${row?.new}`);
      }
      await sql.end();
    });
    for (const [schema, block] of [
      ["weir_2", 2],
      ["weir_1", 1],
      ["weir_2", 2],
    ] as const) {
      const end = publishIndex({ records, index: indexIn(schema), log });
      await until(async () => (await shownBlock()) === block);
      await end();
    }
    isOver = true;
    await Promise.all(readers);
    expect([...new Set(seen)].sort()).toEqual(["1 1", "2 2"]);
  });

  test("behavior: a reader of two views is not ended where the redeploy waits for one and holds the other", async () => {
    await setReady("weir_2");
    await makeReaders(records.db, log);
    await show("weir_1");
    const [first, second] = VIEWS;
    const last = VIEWS.at(-1);
    const hold = owner.begin(async (sql) => {
      await sql.unsafe(`select 1 from defi.${second?.name}`);
      await sleep(600);
    });
    const read = reader.begin(async (sql) => {
      await sql.unsafe(`select 1 from defi.${last?.name}`);
      await sleep(100);
      await sql.unsafe(`select 1 from defi.${first?.name}`);
      // Postgres looks for circles of waiting sessions after a second.
      await sleep(1_500);
    });
    const end = publishIndex({ records, index: indexIn("weir_2"), log });
    await Promise.all([hold, read]);
    await until(async () => (await shownBlock()) === 2);
    await end();
  });
});

describe("makeViews", () => {
  test("default", async () => {
    await show("weir_1");
    const oid = async () => (await owner`select 'defi.pools'::regclass::oid as oid`)[0]?.oid;
    const made = await oid();
    await show("weir_1");
    expect(await oid()).toBe(made);
  });

  test("behavior: views that went with their tables are made again", async () => {
    await show("weir_1");
    await owner`drop schema weir_1 cascade`;
    await deploy("weir_1", 3);
    await show("weir_1");
    const [found] =
      await owner`select count(*)::int as views from pg_views where schemaname = 'defi'`;
    expect(found?.views).toBe(VIEWS.length);
    expect(await shownBlock()).toBe(3);
  });

  test("behavior: chains of several indexes are shown together, each from its own", async () => {
    // What an index has of a chain that is served from another is not shown.
    await owner.unsafe(
      "insert into weir_2.head_block select 10, number, hash, parent_hash, timestamp, base_fee_per_gas from weir_2.head_block",
    );
    await serveFrom(records, { schema: "weir_1", chainIds: [1] });
    await serveFrom(records, { schema: "weir_2", chainIds: [10] });
    await makeViews(records, log);
    const chains = await owner`select chain_id, block from defi.chains order by 1`;
    expect([...chains]).toEqual([
      { chain_id: 1, block: 1 },
      { chain_id: 10, block: 2 },
    ]);
    await owner`delete from weir_app.chain_indexes where chain_id = 10`;
  });

  test("error: a schema of somebody else", async () => {
    await owner.unsafe("create schema defi; create table defi.precious (id int)");
    await expect(show("weir_1")).rejects.toThrow(/defi .* is not Weir's/);
    expect(await owner`select * from defi.precious`).toEqual([]);
  });
});

describe("makeReaders", () => {
  beforeEach(async () => {
    await setReady("weir_1");
    const end = publishIndex({ records, index: indexIn("weir_1"), log });
    await until(async () => (await shownBlock()) === 1);
    await end();
  });

  test("default", async () => {
    for (const { name } of VIEWS) await reader.unsafe(`select * from defi.${name}`);
    // By its search path.
    expect(await reader`select block from chains`).toEqual([{ block: 1 }]);
    const [settings] = await reader`
      select current_setting('statement_timeout') as statement, current_setting('work_mem') as memory,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(settings).toEqual({ statement: "30s", memory: "32MB", idle: "1min" });
  });

  test("behavior: it reads nothing else", async () => {
    for (const table of ["weir_app.api_keys", "weir_1.head_block", "weir_1._ponder_meta"]) {
      await expect(reader.unsafe(`select * from ${table}`)).rejects.toMatchObject({
        code: "42501",
      });
    }
    await expect(reader`select pg_read_file('/etc/passwd')`).rejects.toMatchObject({
      code: "42501",
    });
    const inner = "select query_to_xml('select * from weir_app.api_keys', true, false, '')";
    await expect(reader.unsafe(`reset role; ${inner}`)).rejects.toMatchObject({ code: "42501" });
  });

  test("behavior: it writes nothing, even where it asks for it", async () => {
    await expect(reader`create temp table mine (id int)`).rejects.toMatchObject({ code: "25006" });
    await reader`set session characteristics as transaction read write`;
    for (const write of [
      "insert into defi.tokens (chain_id) values (1)",
      "delete from defi.tokens",
      "create view defi.mine as select 1",
      "drop view defi.tokens",
      "update weir_1.head_block set number = 5",
    ]) {
      // Not allowed, or of a view that cannot be written.
      const code = expect.stringMatching(/^(42501|55000)$/);
      await expect(reader.unsafe(write), write).rejects.toMatchObject({ code });
    }
    await reader`set session characteristics as transaction read only`;
  });

  test("behavior: a query that runs too long is cancelled", async () => {
    await owner`alter role weir_reader set statement_timeout = '200ms'`;
    const sql = connect("weir_reader");
    try {
      await expect(sql`select pg_sleep(60)`).rejects.toMatchObject({ code: "57014" });
    } finally {
      await sql.end();
      await owner`alter role weir_reader set statement_timeout = '30s'`;
    }
  });

  test("behavior: it takes 16 connections", async () => {
    const sql = connect("weir_reader", 20);
    const held = Array.from({ length: 20 }, () => sql`select pg_sleep(0.5)`);
    const results = await Promise.allSettled(held);
    await sql.end();
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]).toMatchObject({ reason: { code: "53300" } });
  });

  test("behavior: a user who may not make it is told", async () => {
    await owner.unsafe(
      "drop owned by weir_reader; drop role weir_reader; create role plain login; grant usage on schema weir_app to plain; grant select on weir_app.secrets to plain",
    );
    const plain = connect("plain");
    const warnings: string[] = [];
    const told = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
    await makeReaders(drizzle(plain), told);
    await plain.end();
    expect(warnings.join()).toContain("docs/sql.md");
    // The views are made without it.
    await show("weir_2");
    expect(await shownBlock()).toBe(2);
  });
});
