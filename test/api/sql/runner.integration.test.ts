import pino from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveFrom } from "../../../src/api/indexes/chain-indexes.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { createSqlRunner, MAX_ROWS, type SqlRunner } from "../../../src/api/sql/runner.ts";
import { makeViews } from "../../../src/api/views/publish.ts";
import { readerUrl } from "../../../src/api/views/reader-role.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { tableStatements } from "../views/database.ts";

let server: Postgres;
let records: Records;
let run: SqlRunner;

beforeAll(async () => {
  server = await startPostgres();
  records = await openRecords(server.url);
  const owner = postgres(server.url, { max: 1, onnotice: () => undefined });
  await owner.unsafe(tableStatements("weir").join(";"));
  await owner.unsafe(
    `insert into weir.head_block values (1, 5, '0x01', '0x00', 1700000000, ${2n ** 100n})`,
  );
  await owner.end();
  await serveFrom(records, { schema: "weir", chainIds: [1] });
  await makeViews(records, pino({ level: "silent" }));
  run = createSqlRunner(() => readerUrl(records.db, server.url));
}, 60_000);

afterAll(async () => {
  await records?.close();
  await server?.stop();
});

const refused = (pattern: RegExp) =>
  expect.objectContaining({
    code: "INVALID_ARGUMENT",
    message: expect.stringMatching(pattern),
  });

describe("createSqlRunner", () => {
  test("behavior: DATABASE_READER_URL may name the role for analysts", async () => {
    const analyst = createSqlRunner(async () => server.url.replace("weir@", "weir_reader@"));
    expect((await analyst("select session_user::text as name", [])).rows).toEqual([
      { name: "weir_reader" },
    ]);
    expect((await run("select session_user::text as name", [])).rows).toEqual([
      { name: "weir_sql" },
    ]);
  });

  test("default", async () => {
    const query =
      "select number, base_fee, time, 1.5::float8 as half from defi.blocks where chain_id = $1; ";
    expect(await run(query, [1])).toEqual({
      columns: ["number", "base_fee", "time", "half"],
      rows: [{ number: 5, base_fee: String(2n ** 100n), time: new Date(1.7e12), half: 1.5 }],
      truncated: false,
    });
    expect(await run("select * from blocks where hash = $1 -- none", ["0x02"])).toMatchObject({
      rows: [],
    });
  });

  test("behavior: it reads the views alone", async () => {
    const denied = refused(/permission denied/);
    const keys = "select * from weir_app.api_keys";
    await expect(run(keys, [])).rejects.toEqual(denied);
    await expect(run("select * from weir.head_block", [])).rejects.toEqual(denied);
    const inner = `query_to_xml('${keys}', true, false, '')`;
    await expect(run(`select ${inner}`, [])).rejects.toEqual(denied);
    for (const role of ["none", "weir"]) {
      const query = `select set_config('role', '${role}', true), ${inner}`;
      await expect(run(query, []), role).rejects.toEqual(refused(/permission denied/));
    }
    await expect(run("select pg_read_file('/etc/passwd')", [])).rejects.toEqual(denied);
  });

  test("behavior: it writes nothing and runs but one query", async () => {
    for (const query of [
      "create temp table mine (id int)",
      "with gone as (delete from defi.tokens returning 1) select * from gone",
      "select set_config('transaction_read_only', 'off', true)",
      "select 1 as a; select 2 as b",
      "select 1) as result union all select * from (select 2",
      "copy (select 1) to stdout",
      "set statement_timeout = 0",
      "listen blocks",
      "do $$ begin perform 1; end $$",
      "selec 1",
    ]) {
      await expect(run(query, []), query).rejects.toEqual(refused(/^The query /));
    }
    await run("select lo_create(7)", []).catch(() => undefined);
    const { rows } = await run("select oid from pg_largeobject_metadata", []);
    expect(rows).toEqual([]);
  });

  test("behavior: an answer has a largest number of rows", async () => {
    const all = await run(`select * from generate_series(1, ${MAX_ROWS}) as n`, []);
    expect([all.rows.length, all.truncated]).toEqual([MAX_ROWS, false]);
    const more = await run(
      "select a, b from generate_series(1, 1000) a, generate_series(1, 1000) b",
      [],
    );
    expect([more.rows.length, more.truncated]).toEqual([MAX_ROWS, true]);
  });

  test("behavior: an answer has a largest size, a row too", async () => {
    const many = await run(
      "select n, repeat('x', 60000) as text from generate_series(1, 5000) n",
      [],
    );
    expect(many.truncated).toBe(true);
    expect(many.rows.length).toBeLessThan(200);
    for (const query of [
      "select repeat('x', 5000000) as text",
      "select 1 as result, repeat('x', 70000) as text",
    ]) {
      await expect(run(query, [])).rejects.toEqual(refused(/a row of \d+ bytes/));
    }
  });

  test("behavior: a query that runs too long is cancelled", { timeout: 30_000 }, async () => {
    await expect(run("select pg_sleep(60)::text as slept", [])).rejects.toEqual(
      refused(/statement timeout/),
    );
  });

  test("behavior: nothing is left for the next query", async () => {
    await run(
      "select set_config('statement_timeout', '0', false) as t, pg_advisory_lock(7)::text as l",
      [],
    );
    const { rows } = await run(
      "select current_setting('statement_timeout') as timeout, pg_try_advisory_xact_lock(7) as free",
      [],
    );
    expect(rows).toEqual([{ timeout: "5s", free: true }]);
  });

  test("error: OVERLOADED", async () => {
    const queries = Array.from({ length: 6 }, () => run("select pg_sleep(0.5)::text as slept", []));
    const results = await Promise.allSettled(queries);
    const codes = results.map((one) => (one.status === "rejected" ? one.reason.code : "ok"));
    expect(codes.sort()).toEqual(["OVERLOADED", "OVERLOADED", "ok", "ok", "ok", "ok"]);
  });

  test("error: INVALID_ARGUMENT for two columns of one name", async () => {
    await expect(run("select 1 as a, 2 as a", [])).rejects.toEqual(refused(/two columns named a/));
  });

  test("error: UPSTREAM_UNAVAILABLE", async () => {
    const nobody = createSqlRunner(async () => null);
    const nowhere = createSqlRunner(async () => "postgres://weir_reader@127.0.0.1:1/postgres");
    for (const each of [nobody, nowhere]) {
      await expect(each("select 1 as one", [])).rejects.toMatchObject({
        code: "UPSTREAM_UNAVAILABLE",
      });
    }
  });

  test("error: a user who may do more", async () => {
    const owner = createSqlRunner(async () => server.url);
    await expect(owner("select 1 as one", [])).rejects.toThrow(
      "The user weir may do more than read the views; set DATABASE_READER_URL",
    );
  });
});
