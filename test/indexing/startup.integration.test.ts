import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { type PonderOptions, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";

let anvil: Anvil;
let postgres: Postgres;

beforeAll(async () => {
  [anvil, postgres] = await Promise.all([startAnvil({ chainId: 80_094 }), startPostgres()]);
});

afterAll(() => Promise.all([anvil?.stop(), postgres?.stop()]));

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
  test("default: one chain, without the families it does not have", async () => {
    const env = { DATABASE_URL: postgres.url, PONDER_RPC_URL_80094: anvil.url };
    const ponder = await startPonder({ env });
    await ponder.stop();
    expect(ponder.output()).toContain("berachain");
    expect(ponder.output()).not.toContain("ERROR");
    // The schema was released on SIGTERM: the next start does not wait for it.
    const again = await startPonder({ env });
    await again.stop();
    expect(again.output()).toContain("crash recovery");
    expect(again.output()).not.toContain("locked");
  });

  test("error: no chain", async () => {
    expect(await failure({ DATABASE_URL: postgres.url })).toContain("PONDER_RPC_URL_1");
  });

  test("error: no database", async () => {
    expect(await failure({ PONDER_RPC_URL_80094: anvil.url })).toContain("set DATABASE_URL");
  });

  test("error: ENVIRONMENT_INVALID", async () => {
    const output = await failure({ PONDER_RPC_URL_7: anvil.url, MAX_LAG_CHAIN_SECONDS: "many" });
    expect(output).toContain("PONDER_RPC_URL_7 names the unknown chain 7");
    expect(output).toContain('MAX_LAG_CHAIN_SECONDS "many" is not an integer');
  });
});
