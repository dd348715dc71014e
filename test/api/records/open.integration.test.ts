import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecords } from "../../../src/api/records/open.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "src/api/records/migrations";
const TABLES =
  "select table_name from information_schema.tables where table_schema = 'weir_app' order by 1";

let server: Postgres;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

describe("openRecords", () => {
  test("default", async () => {
    const first = await openRecords(server.url);
    const again = await openRecords(server.url);
    const rows = await sql.unsafe(TABLES);
    expect(rows.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(["api_keys", "chain_indexes", "migrations", "rate_limits"]),
    );
    await first.close();
    await again.close();
  });

  test("behavior: many processes migrate an empty database at once", async () => {
    await sql.unsafe("drop schema if exists weir_app cascade");
    const opened = await Promise.all(Array.from({ length: 8 }, () => openRecords(server.url)));
    const journal = JSON.parse(readFileSync(join(ROOT, MIGRATIONS, "meta/_journal.json"), "utf8"));
    const [done] = await sql`select count(*)::int as count from weir_app.migrations`;
    expect(done?.count).toBe(journal.entries.length);
    for (const records of opened) await records.close();
  });

  test("error: a database that is not there", async () => {
    const url = "postgres://weir@127.0.0.1:1/none";
    await expect(openRecords(url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("schema", () => {
  test("behavior: the migrations are those of the schema", () => {
    const directory = mkdtempSync(join(tmpdir(), "weir-migrations-"));
    try {
      cpSync(join(ROOT, MIGRATIONS), directory, { recursive: true });
      const before = readdirSync(directory);
      // An `out` of drizzle-kit is taken to be relative, whatever it starts with.
      const out = `../../../../../..${directory}`;
      const options = ["--dialect", "postgresql", "--schema", "src/api/records/schema.ts"];
      execFileSync(
        process.execPath,
        ["node_modules/drizzle-kit/bin.cjs", "generate", ...options, "--out", out],
        { cwd: ROOT, stdio: "pipe" },
      );
      expect(readdirSync(directory), "run npm run migrations").toEqual(before);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
