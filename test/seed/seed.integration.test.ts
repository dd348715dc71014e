import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { startProvider } from "../../devnet/provider/provider.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { neutralEnvironment } from "../harness/environment.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { sized } from "../harness/size.ts";

const CHAIN_ID = 80_094;
/** What Ponder takes for final on this chain. */
const FINALITY = 30;
const KILLS = sized({ always: 2, nightly: 20 });

let devnet: Devnet;
let server: Postgres;
let sql: Sql;
let block: number;
let plain: Told;

type Told = z.output<typeof told>;
const told = z.object({ digest: z.string(), block: z.number(), asked: z.number() });

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const rpc = createRpc(url());
  block = Number(await rpc.request("eth_blockNumber", []));
  await rpc.request("anvil_mine", [`0x${FINALITY.toString(16)}`]);
  plain = await read();
}, 200_000);

afterAll(async () => {
  await sql?.end();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function url(): string {
  return devnet.chains[0]?.url ?? "";
}

/** Runs the reading in a process of its own. @throws Error with what it printed when it fails. */
async function read(env: Readonly<Record<string, string>> = {}): Promise<Told> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "seed-child.ts")], {
    env: {
      ...neutralEnvironment(),
      ...{ DATABASE_URL: server.url, [`PONDER_RPC_URL_${CHAIN_ID}`]: url(), ...env },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // How it ended is known later than that its output did.
  const closed = once(child, "close");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (output === "") throw new Error(`${child.signalCode ?? child.exitCode}: ${errors}`);
  return z.array(told).length(1).parse(JSON.parse(output))[0] as Told;
}

function forget(): Promise<unknown> {
  return sql`drop schema if exists weir_seed cascade`;
}

describe("chainSeeds", () => {
  test("default: begins with the newest final block", async () => {
    expect(plain.block).toBe(block);
    const [found] = await sql`select count(*)::int as pools from weir_seed.pool`;
    expect(found?.pools).toBeGreaterThan(0);
  });

  test("behavior: a second run reads nothing of the chain but the block's hash", async () => {
    const again = await read();
    expect(again).toMatchObject({ digest: plain.digest, block: plain.block });
    expect(again.asked).toBeLessThanOrEqual(1);
  });

  test("behavior: killed in any phase, it goes on and reads the same", async () => {
    await forget();
    // Each run does a part that the next one need not do.
    const at = 1 + Math.floor(plain.asked / (KILLS + 2));
    for (let kill = 1; kill <= KILLS; kill++) {
      await expect(read({ KILL_AT: String(at) })).rejects.toThrow("SIGKILL");
    }
    const { digest } = await read();
    expect(digest).toBe(plain.digest);
  });

  test("behavior: the same through a provider with narrow limits", async () => {
    await forget();
    const provider = await startProvider({ nodeUrl: url(), name: "free" });
    try {
      const { digest } = await read({ [`PONDER_RPC_URL_${CHAIN_ID}`]: provider.url });
      expect(digest).toBe(plain.digest);
    } finally {
      await provider.stop();
    }
  });

  test("behavior: pools with too many ticks stay in the catalogue, killed or not", async () => {
    await forget();
    const few = { MAX_POOL_TICKS: "2" };
    const { digest, asked } = await read(few);
    expect(digest).not.toBe(plain.digest);
    const left = await sql<{ pool: string; family: string; chosen: boolean }[]>`
      select o.pool, p.family, p.is_chosen as chosen from weir_seed.oversized as o
      join weir_seed.pool as p on p.id = o.pool`;
    expect(left.length).toBeGreaterThan(1);
    expect(left.every(({ chosen }) => !chosen)).toBe(true);
    const [rows] = await sql`select string_agg(rows, '') as rows from weir_seed.rows`;
    for (const { pool } of left) expect(rows?.rows).not.toContain(`"id":"${pool}"`);
    await forget();
    await expect(read({ ...few, KILL_AT: String(asked - 1) })).rejects.toThrow("SIGKILL");
    expect((await read(few)).digest).toBe(digest);
  });

  test("error: SEED_IMPOSSIBLE for a block that is not final, and for another one than before", async () => {
    const start = (value: number) => read({ [`PONDER_START_BLOCK_${CHAIN_ID}`]: String(value) });
    await expect(start(block - 1)).rejects.toThrow(`begins with block ${block}`);
    await forget();
    await expect(start(block + 1)).rejects.toThrow(`newest final block is ${block}`);
  });

  test("error: SEED_IMPOSSIBLE when the block that was begun with is replaced, until it is forgotten", async () => {
    await forget();
    // A node can replace only blocks that it has made itself.
    await createRpc(url()).request("anvil_mine", [`0x${(2 * FINALITY).toString(16)}`]);
    await expect(read({ KILL_AT: String(Math.floor(plain.asked / 2)) })).rejects.toThrow("SIGKILL");
    await createRpc(url()).request("anvil_reorg", [FINALITY + 1, []]);
    await expect(read()).rejects.toThrow(`Block ${block + 2 * FINALITY} of chain`);
    await sql`delete from weir_seed.start`;
    const again = await read();
    await forget();
    // What was left of the first block's state is not in that of the second.
    expect((await read()).digest).toBe(again.digest);
  });
});
