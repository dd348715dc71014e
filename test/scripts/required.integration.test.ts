import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { runScript } from "../harness/run-script.ts";

let directory = "";
let server: Postgres;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "weir-required-"));
  server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe.for(["api.ts", "indexer.ts"])("%s", (script) => {
  const PONDER_RPC_URL_1 = "http://127.0.0.1:1";
  const DATABASE_URL = "postgres://weir:hidden@127.0.0.1:1/weir";
  const run = (env: Readonly<Record<string, string>>) =>
    runScript(script, { WEIR_DATA_DIR: directory, ...env });

  test("error: no database", async () => {
    const { code, stderr } = await run({ PONDER_RPC_URL_1 });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^weir: npm run \w+ found no database: DATABASE_URL is not set/);
    expect(stderr).toContain("or run npm start first");
  });

  test("error: a bad variable", async () => {
    const { code, stderr } = await run({ PONDER_RPC_URL_1, DATABASE_READER_URL: "replica" });
    expect(code).toBe(1);
    expect(stderr).toContain("DATABASE_READER_URL is not a postgres:// URL");
  });

  test("error: the database does not answer", async () => {
    const { code, stderr } = await run({ PONDER_RPC_URL_1, DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^weir: .*DATABASE_URL did not answer: .*ECONNREFUSED/);
    expect(stderr).not.toContain("hidden");
  });
});

describe("--chains", () => {
  const run = (...args: readonly string[]) => {
    const PONDER_RPC_URL_1 = "http://127.0.0.1:1";
    const env = { WEIR_DATA_DIR: directory, PONDER_RPC_URL_1, DATABASE_URL: server.url };
    return runScript("indexer.ts", env, args);
  };

  test("error: a chain without a URL", async () => {
    const { code, stderr } = await run("--chains", "1,8453");
    expect(code).toBe(1);
    expect(stderr).toContain('--chains names "8453", which has no PONDER_RPC_URL_<chainId>');
    expect(stderr).toContain("those that have one are 1.");
  });

  test("error: an unknown option", async () => {
    const { code, stderr } = await run("--chain", "1");
    expect(code).toBe(1);
    expect(stderr).toContain("usage: npm run indexer");
  });
});
