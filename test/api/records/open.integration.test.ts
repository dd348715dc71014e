import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { openRecords } from "../../../src/api/records/open.ts";
import { startPostgres } from "../../harness/postgres.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "src/api/records/migrations";
const TABLES =
  "select table_name from information_schema.tables where table_schema = 'weir_app' order by 1";

describe("openRecords", () => {
  test("default", async () => {
    const instance = new PGlite();
    const first = await openRecords({ kind: "pglite", instance });
    const again = await openRecords({ kind: "pglite", instance });
    const { rows } = await instance.query<{ table_name: string }>(TABLES);
    expect(rows.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(["api_keys", "migrations", "rate_limits"]),
    );
    expect([first.isShared, again.isShared]).toEqual([false, false]);
    await instance.close();
  });

  test("behavior: many processes migrate an empty database at once", async () => {
    const server = await startPostgres();
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    try {
      const location = { kind: "postgres", url: server.url } as const;
      const opened = await Promise.all(Array.from({ length: 8 }, () => openRecords(location)));
      const journal = JSON.parse(
        readFileSync(join(ROOT, MIGRATIONS, "meta/_journal.json"), "utf8"),
      );
      const [done] = await sql`select count(*)::int as count from weir_app.migrations`;
      expect(done?.count).toBe(journal.entries.length);
      for (const records of opened) await records.close();
    } finally {
      await sql.end();
      await server.stop();
    }
  });

  test("error: a database that is not there", async () => {
    const location = { kind: "postgres", url: "postgres://weir@127.0.0.1:1/none" } as const;
    await expect(openRecords(location)).rejects.toMatchObject({ code: "ECONNREFUSED" });
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
