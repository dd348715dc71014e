import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/postgres-js";
import pino from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { VIEWS } from "../../../src/api/views/index.ts";
import { makeViews, publishViews } from "../../../src/api/views/publish.ts";
import { makeReader } from "../../../src/api/views/reader-role.ts";
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
  records = await openRecords({ kind: "postgres", url: server.url });
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

describe("publishViews", () => {
  test("default", async () => {
    const end = publishViews({ records, schema: "weir_1", log });
    await sleep(1_200);
    expect(await shownBlock()).toBeNull();
    await setReady("weir_1");
    await until(async () => (await shownBlock()) === 1);
    await end();
  });

  test("behavior: the same on the embedded database", async () => {
    const instance = new PGlite();
    await instance.exec(tableStatements("weir").join(";"));
    await instance.exec(
      `create table weir._ponder_meta (key text primary key, value jsonb); insert into weir._ponder_meta values ('app', '{"is_ready": 1}')`,
    );
    const embedded = await openRecords({ kind: "pglite", instance });
    const end = publishViews({ records: embedded, schema: "weir", log });
    const columns =
      "select table_name, column_name, data_type from information_schema.columns where table_schema = 'defi' order by 1, 2";
    await until(async () => (await instance.query(columns)).rows.length > 0);
    await end();
    await makeViews(records, "weir_1");
    expect((await instance.query(columns)).rows).toEqual([...(await owner.unsafe(columns))]);
    await instance.close();
  });

  test("behavior: a redeploy switches all views at once, under readers", async () => {
    await setReady("weir_1");
    await setReady("weir_2");
    await publishViews({ records, schema: "weir_1", log })();
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
      const end = publishViews({ records, schema, log });
      await until(async () => (await shownBlock()) === block);
      await end();
    }
    isOver = true;
    await Promise.all(readers);
    expect([...new Set(seen)].sort()).toEqual(["1 1", "2 2"]);
  });

  test("behavior: a reader of two views is not ended where the redeploy waits for one and holds the other", async () => {
    await setReady("weir_2");
    await makeReader(records.db, log);
    await makeViews(records, "weir_1");
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
    const end = publishViews({ records, schema: "weir_2", log });
    await Promise.all([hold, read]);
    await until(async () => (await shownBlock()) === 2);
    await end();
  });
});

describe("makeViews", () => {
  test("default", async () => {
    await makeViews(records, "weir_1");
    const oid = async () => (await owner`select 'defi.pools'::regclass::oid as oid`)[0]?.oid;
    const made = await oid();
    await makeViews(records, "weir_1");
    expect(await oid()).toBe(made);
  });

  test("behavior: views that went with their tables are made again", async () => {
    await makeViews(records, "weir_1");
    await owner`drop schema weir_1 cascade`;
    await deploy("weir_1", 3);
    await makeViews(records, "weir_1");
    const [found] =
      await owner`select count(*)::int as views from pg_views where schemaname = 'defi'`;
    expect(found?.views).toBe(VIEWS.length);
    expect(await shownBlock()).toBe(3);
  });

  test("error: a schema of somebody else", async () => {
    await owner.unsafe("create schema defi; create table defi.precious (id int)");
    await expect(makeViews(records, "weir_1")).rejects.toThrow(/defi .* is not Weir's/);
    expect(await owner`select * from defi.precious`).toEqual([]);
  });
});

describe("makeReader", () => {
  beforeEach(async () => {
    await setReady("weir_1");
    const end = publishViews({ records, schema: "weir_1", log });
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
      await expect(reader.unsafe(write), write).rejects.toMatchObject({ code: "42501" });
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
    await owner.unsafe("drop owned by weir_reader; drop role weir_reader; create role plain login");
    const plain = connect("plain");
    const warnings: string[] = [];
    const told = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
    await makeReader(drizzle(plain), told);
    await plain.end();
    expect(warnings.join()).toContain("docs/sql.md");
    // The views are made without it.
    await makeViews(records, "weir_2");
    expect(await shownBlock()).toBe(2);
  });
});
