import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listProcesses } from "../harness/processes.ts";
import { runKeys } from "../harness/run-script.ts";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "weir-keys-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("keys", () => {
  test("default: before anything was started, the database of the data directory is started for as long", async () => {
    const env = { WEIR_DATA_DIR: directory };
    const empty = await runKeys(env, "list");
    expect(empty).toEqual({ code: 0, stdout: "There are no keys.\n", stderr: "" });
    const { code, stdout, stderr } = await runKeys(env, "create", "--name", "early");
    expect([code, stderr]).toEqual([0, ""]);
    const [, id] = /^weir_([0-9a-f]{12})_[\w-]{43}\n$/.exec(stdout) ?? [];
    expect((await runKeys(env, "list")).stdout).toMatch(new RegExp(`^${id} +early `, "m"));
    // Real chains have a database of their own.
    const real = { ...env, PONDER_RPC_URL_1: "http://127.0.0.1:1" };
    expect((await runKeys(real, "list")).stdout).toBe("There are no keys.\n");
    expect(listProcesses().filter(({ command }) => command.includes(directory))).toEqual([]);
    for (const file of ["start.lock", "postgres.url"]) {
      expect(existsSync(join(directory, file)), file).toBe(false);
    }
  });

  test("error: the database does not answer", async () => {
    const env = { DATABASE_URL: "postgres://weir:hidden@127.0.0.1:1/none" };
    const { code, stderr } = await runKeys(env, "list");
    expect(code).toBe(1);
    expect(stderr).toMatch(/database of DATABASE_URL did not answer: .*ECONNREFUSED/);
    expect(stderr).not.toContain("hidden");
  });

  test("error: a wrong command line", async () => {
    const { code, stdout, stderr } = await runKeys({ WEIR_DATA_DIR: directory }, "make");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("usage: npm run keys -- create");
  });
});
