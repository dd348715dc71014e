import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { neutralEnvironment } from "../harness/ponder.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");

function run(script: string, env: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(process.execPath, [join(SCRIPTS, script)], {
    env: { ...neutralEnvironment(), ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}

describe.for(["api.ts", "indexer.ts"])("%s", (script) => {
  const PONDER_RPC_URL_1 = "http://127.0.0.1:1";

  test("error: no database", () => {
    const { status, stderr } = run(script, { PONDER_RPC_URL_1 });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^weir: DATABASE_URL names no Postgres database/);
  });

  test("error: a bad variable", () => {
    const { status, stderr } = run(script, { PONDER_RPC_URL_1, DATABASE_REPLICA_URL: "replica" });
    expect(status).toBe(1);
    expect(stderr).toContain("DATABASE_REPLICA_URL is not a postgres:// URL");
  });

  test("error: the database or the node does not answer", () => {
    const DATABASE_URL = "postgres://weir@127.0.0.1:1/weir";
    const { status, stderr } = run(script, { PONDER_RPC_URL_1, DATABASE_URL });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^weir: .*(DATABASE_URL did not answer|PONDER_RPC_URL_1)/);
  });
});
