import { describe, expect, test } from "vitest";
import { runKeysCommand } from "../../../scripts/keys/command.ts";
import type { KeyRecord, KeyStore } from "../../../src/api/keys/store.ts";

const RECORD: KeyRecord = {
  id: "0123456789ab",
  name: null,
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
  lastUsedAt: null,
  revokedAt: null,
};

/** Runs a command line on stored keys and tells how often they were let go of. */
async function run(args: readonly string[], stored: readonly KeyRecord[] = [RECORD]) {
  let closed = 0;
  const asked: unknown[] = [];
  const keys: KeyStore = {
    create: async (name) => {
      asked.push(name);
      return "weir_key";
    },
    list: async () => stored,
    revoke: async (id) => (id === RECORD.id ? "revoked" : "unknown"),
  };
  const open = async () => ({
    keys,
    close: async () => {
      closed += 1;
    },
  });
  const output = await runKeysCommand(args, open);
  return { output, asked, closed };
}

describe("runKeysCommand", () => {
  test("default", async () => {
    expect(await run(["create"])).toEqual({ output: "weir_key", asked: [null], closed: 1 });
    expect((await run(["create", "--name", "ops"])).asked).toEqual(["ops"]);
    expect((await run(["revoke", RECORD.id])).output).toBe(`Key ${RECORD.id} is revoked.`);
  });

  test("behavior: lists in columns", async () => {
    const used = new Date("2026-02-03T04:05:06Z");
    const second = { ...RECORD, id: "ba9876543210", name: "trading", lastUsedAt: used };
    expect(
      (await run(["list"], [RECORD, { ...second, revokedAt: used }])).output.split("\n"),
    ).toEqual([
      "ID            NAME     CREATED               LAST USED             REVOKED",
      "0123456789ab  -        2026-01-02T03:04:05Z  never                 -",
      "ba9876543210  trading  2026-01-02T03:04:05Z  2026-02-03T04:05:06Z  2026-02-03T04:05:06Z",
    ]);
    expect((await run(["list"], [])).output).toBe("There are no keys.");
  });

  test.for([
    [],
    ["make"],
    ["create", "x"],
    ["create", "--name"],
    ["create", "--name", ""],
    ["create", "--name", "a\nb"],
    ["create", "--name", "x".repeat(101)],
    ["list", "x"],
    ["list", "--name", "x"],
    ["list", "--all"],
    ["revoke"],
    ["revoke", "a", "b"],
    ["revoke", "unknown"],
  ])("error: USAGE for %j", async (args) => {
    await expect(run(args)).rejects.toMatchObject({ code: "USAGE" });
  });
});
