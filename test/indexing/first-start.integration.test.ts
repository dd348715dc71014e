import postgres, { type Sql } from "postgres";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { launchPonder, type Ponder, startPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { sized } from "../harness/size.ts";
import { createActivity, randomNumbers } from "./activity.ts";
import { waitForHead } from "./comparison.ts";
import { seedDifferences } from "./seed-comparison.ts";

const CHAIN_ID = 80_094;
/** What Ponder takes for final on this chain. */
const FINALITY = 30;
const STEPS = 15;

/** What the indexer says as a first start goes on. */
const PHASES = [
  /"phase":"pools of uniswap-v2"/,
  /"phase":"pools of balancer-v2"/,
  /"phase":"what pools hold"/,
  /"phase":"state of uniswap-v2"/,
  /"phase":"state of uniswap-v3"/,
  /pools of before the start are known/,
  /backfill/i,
  /live/i,
];
/** Where it is killed, one start after the other; in every phase, again and again. */
const KILLS = sized({
  always: [4],
  nightly: Array.from({ length: 20 }, (_, kill) => kill % PHASES.length),
});

/** For busy machines: a start after a kill waits for the lock of the one before. */
const MOST_MS = sized({ always: 900_000, nightly: 7_200_000 });

let devnet: Devnet;
let server: Postgres;
let sql: Sql;
let start: { readonly block: number; readonly timestamp: number };
let play: (seed: number) => Promise<void>;
const ponders: Ponder[] = [];

beforeAll(async () => {
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(),
  ]);
  sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  const manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), CHAIN_ID));
  play = async (seed) => {
    await createActivity({ rpc: rpc(), manifest, random: randomNumbers(seed) }).play(STEPS);
  };
  await play(1);
  const { number, timestamp } = await createPublicClient({ transport: http(url()) }).getBlock();
  start = { block: Number(number), timestamp: Number(timestamp) };
  // The next block is the first that may still be replaced, and trades are in those after it.
  await play(2);
  const now = Number(await rpc().request("eth_blockNumber", []));
  const missing = start.block + FINALITY - now;
  expect(missing).toBeGreaterThanOrEqual(0);
  if (missing > 0) await rpc().request("anvil_mine", [`0x${missing.toString(16)}`]);
  await run("weir_replayed", "0");
}, 400_000);

afterAll(async () => {
  await sql?.end();
  for (const ponder of ponders) await ponder.stop();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function url(): string {
  return devnet.chains[0]?.url ?? "";
}

function rpc() {
  return createRpc(url());
}

function env(schema: string, from: string): Record<string, string> {
  return {
    ...{ DATABASE_URL: server.url, DATABASE_SCHEMA: schema, POLLING_INTERVAL_MS: "100" },
    ...{ MIN_POOL_DEPTH_USD: "0", [`PONDER_RPC_URL_${CHAIN_ID}`]: url() },
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: from,
  };
}

async function run(schema: string, from: string): Promise<void> {
  const ponder = await startPonder({ env: env(schema, from), logLevel: "info" });
  ponders.push(ponder);
  await ponder.backfilled();
}

/**
 * Starts the indexer, and kills it when it says that a phase has begun or ended.
 *
 * @returns Whether it said so: what was done before a kill is not done, nor told of, again.
 */
async function killedAt(schema: string, phase: RegExp): Promise<boolean> {
  const ponder = await launchPonder({ env: env(schema, String(start.block)), logLevel: "info" });
  await expect
    .poll(async () => phase.test(ponder.output()) || (await isReady(ponder)), {
      timeout: 240_000,
    })
    .toBe(true);
  await ponder.kill();
  return phase.test(ponder.output());
}

async function isReady(ponder: Ponder): Promise<boolean> {
  const response = await fetch(`${ponder.url}/ready`).catch(() => null);
  return response?.status === 200;
}

async function differences(seeded: string, replayed: string): Promise<readonly string[]> {
  for (const schema of [seeded, replayed]) {
    await waitForHead({ sql, schema, chainId: CHAIN_ID, rpcUrl: url() });
  }
  const compared = { seeded, replayed, chainId: CHAIN_ID, ...start };
  return (await seedDifferences(sql, compared)).lines;
}

describe("a first start", () => {
  test(
    "behavior: killed in any phase, it goes on, and the tables are the same",
    async () => {
      for (const [kill, at] of KILLS.entries()) {
        const phase = PHASES[at];
        if (phase === undefined) throw new Error(`there is no phase ${at}`);
        const wasReached = await killedAt("weir_killed", phase);
        // Phases of the first round come one after the other.
        if (kill < PHASES.length) expect(wasReached, String(phase)).toBe(true);
      }
      await run("weir_killed", String(start.block));
      await rpc().request("evm_mine");
      expect(await differences("weir_killed", "weir_replayed")).toEqual([]);
    },
    MOST_MS,
  );

  test("behavior: a reorganisation of every block after the start's takes rows back to it", async () => {
    const head = Number(await rpc().request("eth_blockNumber", []));
    // As deep as Ponder follows one.
    await rpc().request("anvil_reorg", [Math.min(FINALITY - 1, head - start.block), []]);
    await rpc().request("evm_mine");
    expect(await differences("weir_killed", "weir_replayed")).toEqual([]);
    await play(3);
    expect(await differences("weir_killed", "weir_replayed")).toEqual([]);
  });
});
