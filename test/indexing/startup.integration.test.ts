import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { launchPonder, type PonderOptions, startPonder } from "../harness/ponder.ts";

let anvil: Anvil;
let directory: string;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 80_094 });
  directory = mkdtempSync(join(tmpdir(), "weir-startup-"));
});

afterAll(async () => {
  await anvil?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts, expects it to end at once, and returns what it printed. */
async function failure(env: PonderOptions["env"]): Promise<string> {
  try {
    const ponder = await startPonder({ env });
    await ponder.stop();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error("It started.");
}

describe("ponder.config", () => {
  test("default: one chain, embedded, without the families it does not have; a creation that was cut off does not matter", async () => {
    const env = { PONDER_RPC_URL_80094: anvil.url, WEIR_DATA_DIR: directory };
    const cut = await launchPonder({ env });
    while (!existsSync(join(directory, "pglite/PG_VERSION"))) await sleep(5);
    await cut.kill();
    await cut.stop();
    const ponder = await startPonder({ env });
    try {
      expect(ponder.output()).toContain("the creation of the database");
      expect(existsSync(join(directory, "pglite.unfinished"))).toBe(false);
      expect(ponder.output()).toContain("berachain");
      expect(ponder.output()).not.toContain("ERROR");

      const second = await failure({ ...env, DATABASE_SCHEMA: "other" });
      expect(second).toContain(join(directory, "pglite"));
      expect(second).toMatch(/is in use by process \d+/);
      expect((await fetch(`${ponder.indexerUrl}/health`)).status).toBe(200);
    } finally {
      await ponder.stop();
    }
    // Directory and schema were released on SIGTERM: the next start waits for neither.
    const again = await startPonder({ env });
    await again.stop();
    expect(again.output()).toContain("crash recovery");
    expect(again.output()).not.toContain("locked");
  });

  test("error: no chain", async () => {
    expect(await failure({})).toContain("PONDER_RPC_URL_1");
  });

  test("error: ENVIRONMENT_INVALID", async () => {
    const output = await failure({ PONDER_RPC_URL_7: anvil.url, MAX_LAG_BLOCKS: "many" });
    expect(output).toContain("PONDER_RPC_URL_7 names the unknown chain 7");
    expect(output).toContain('MAX_LAG_BLOCKS "many" is not an integer');
  });
});
