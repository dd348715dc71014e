import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHAIN_ID = 80_094;
const KEY = /^weir_([0-9a-f]{12})_[\w-]{43}$/;

let anvil: Anvil;
let postgres: Postgres;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "weir-keys-"));
  [anvil, postgres] = await Promise.all([startAnvil({ chainId: CHAIN_ID }), startPostgres()]);
});

afterAll(async () => {
  await Promise.all([anvil?.stop(), postgres?.stop()]);
  rmSync(directory, { recursive: true, force: true });
});

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    [`PONDER_RPC_URL_${CHAIN_ID}`]: anvil.url,
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
    WEIR_DATA_DIR: directory,
    ...more,
  };
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as `npm run keys -- <args>` does. */
function keys(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, "scripts/keys.ts"), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}

async function created(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { code, stdout, stderr } = await keys(env, "create", ...args);
  expect([code, stderr]).toEqual([0, ""]);
  const key = stdout.trim();
  expect(key).toMatch(KEY);
  return { key, id: KEY.exec(key)?.[1] ?? "", secret: key.slice(-43) };
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe.for(["PGlite", "Postgres"] as const)("keys on %s", (kind) => {
  const settings = () => environment(kind === "PGlite" ? {} : { DATABASE_URL: postgres.url });

  test("default: create, use, list, revoke", async () => {
    const env = settings();
    const ponder = await startPonder({ env, logLevel: "trace" });
    const tokens = `${ponder.url}/api/v1/tokens`;
    const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
    try {
      expect(await status(tokens)).toBe(200);
      expect(ponder.output()).toContain("no API key exists: the service is open");

      const first = await created(env, "--name", "first caller");
      await expect.poll(() => status(tokens)).toBe(401);
      expect(await status(tokens, bearer(first.key))).toBe(200);
      expect(await status(`${tokens}?apikey=${first.key}`)).toBe(200);
      expect(await status(`${tokens}?apikey=${first.key}`, bearer("wrong"))).toBe(401);
      expect(await status(`${ponder.url}/ready`)).not.toBe(401);

      const second = await created(env);
      await expect.poll(() => status(tokens, bearer(second.key))).toBe(200);
      const revoked = await keys(env, "revoke", first.id);
      expect(revoked).toEqual({ code: 0, stdout: `Key ${first.id} is revoked.\n`, stderr: "" });
      await expect.poll(() => status(tokens, bearer(first.key))).toBe(401);
      expect(await status(tokens, bearer(second.key))).toBe(200);

      const { stdout } = await keys(env, "list");
      expect(stdout).toMatch(
        new RegExp(`^${first.id} +first caller +\\S+Z +(never|\\S+Z) +\\S+Z$`, "m"),
      );
      expect(stdout).toMatch(new RegExp(`^${second.id} +- +\\S+Z +(never|\\S+Z) +-$`, "m"));

      // Wherever a caller may put a key, by mistake too.
      for (const path of [
        `/${first.key}`,
        `/api/v1/${first.key}`,
        `/api/v1/tokens?page=${first.key}`,
      ]) {
        const response = await fetch(ponder.url + path, {
          headers: { referer: `https://a.example/?apikey=${first.key}`, "x-request-id": first.key },
        });
        expect(await response.text()).not.toContain(first.secret);
        expect(JSON.stringify([...response.headers])).not.toContain(first.secret);
      }
      expect(await (await fetch(`${ponder.url}/metrics`)).text()).not.toContain(first.secret);
      for (const { secret } of [first, second]) {
        expect(ponder.output()).not.toContain(secret);
        expect(stdout).not.toContain(secret);
      }
      if (kind === "PGlite") {
        expect(statSync(join(directory, "keys.sock")).mode & 0o777).toBe(0o600);
      }
    } finally {
      await ponder.stop();
    }
  });

  test("behavior: an address of other machines needs a key that exists", async () => {
    const other = { HOST: "0.0.0.0", DATABASE_SCHEMA: "weir_other" };
    const fresh = { ...other, WEIR_DATA_DIR: join(directory, "fresh") };
    const env = { ...settings(), ...(kind === "PGlite" ? fresh : other) };
    const outcome = await startPonder({ env }).then(
      async (ponder) => {
        await ponder.stop();
        return "started";
      },
      (error: Error) => error.message,
    );
    // In Postgres there are those of the test before.
    if (kind === "Postgres") expect(outcome).toBe("started");
    else expect(outcome).toMatch(/no API key exists; make one with .*npm run keys -- create/);
  });
});

describe("keys", () => {
  test("error: nothing runs on the data directory", async () => {
    const env = environment({ WEIR_DATA_DIR: join(directory, "nothing") });
    const { code, stdout, stderr } = await keys(env, "list");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/No service runs on this data directory .*; start it with npm start/);
  });

  test("error: the database does not answer", async () => {
    const env = environment({ DATABASE_URL: "postgres://weir:hidden@127.0.0.1:1/none" });
    const { code, stderr } = await keys(env, "list");
    expect(code).toBe(1);
    expect(stderr).toMatch(/database of DATABASE_URL did not answer: .*ECONNREFUSED/);
    expect(stderr).not.toContain("hidden");
  });

  test("error: a wrong command line", async () => {
    const { code, stdout, stderr } = await keys(environment(), "make");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("usage: npm run keys -- create");
  });
});
