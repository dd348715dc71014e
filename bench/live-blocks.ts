// Blocks a second that the indexer follows, and CPU time for each, beside Ponder as it comes:
// node scripts/run.mjs bench/live-blocks.ts [--rounds 3] [--blocks 200]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type DevnetChain, startDevnet } from "../devnet/index.ts";
import { createRpc } from "../devnet/rpc.ts";
import { ponderArguments } from "../scripts/start/indexer.ts";
import { collectOutput, endChild } from "../test/harness/child.ts";
import { freePort } from "../test/harness/port.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { cpuSecondsOf } from "./http/usage.ts";
import { quantile } from "./statistics.ts";

const ROOT = join(import.meta.dirname, "..");
const CHAIN_ID = 1;
const TIMEOUT_MS = 300_000;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    blocks: { type: "string", default: "200" },
  },
});

const OURS = ponderArguments(ROOT, "live").slice(1);
const SUBJECTS = [
  { name: "the indexer", program: join(ROOT, "indexer/ponder.ts") },
  { name: "Ponder as it comes", program: join(ROOT, "node_modules/ponder/dist/esm/bin/ponder.js") },
] as const;

interface Followed {
  readonly seconds: number;
  /** Of Ponder's process; those of Postgres and of the node not. */
  readonly cpuSeconds: number;
}

const stops: (() => Promise<unknown>)[] = [];
try {
  await measure();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<void> {
  const blocks = Number(options.blocks);
  const runs = SUBJECTS.map((): Followed[] => []);
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [at, { program }] of SUBJECTS.entries()) {
      runs[at]?.push(await follow(program, blocks));
    }
  }
  for (const [at, { name }] of SUBJECTS.entries()) {
    const of = (value: (run: Followed) => number) => quantile((runs[at] ?? []).map(value), 0.5);
    const [seconds, cpu] = [of((run) => run.seconds), of((run) => run.cpuSeconds)];
    console.log(
      `${name}: ${(blocks / seconds).toFixed(0)} blocks/s, ${((cpu / blocks) * 1_000).toFixed(1)} ms ` +
        `of CPU time a block (${blocks} blocks without a trade, median of ${runs[at]?.length})`,
    );
  }
}

/** Starts an indexer on a devnet of its own, and mines blocks once it follows the head. */
async function follow(program: string, blocks: number): Promise<Followed> {
  const ends: (() => unknown)[] = [];
  try {
    const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
    ends.push(devnet.stop);
    const [node] = devnet.chains;
    if (node === undefined) throw new Error("the devnet started no chain");
    const directory = mkdtempSync(join(tmpdir(), "weir-bench-"));
    ends.push(() => rmSync(directory, { recursive: true, force: true }));
    const postgres = await startPostgres();
    ends.push(postgres.stop);
    const port = await freePort();
    const child = spawn(process.execPath, [program, ...OURS, "--hostname", "127.0.0.1"], {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) },
        ...{ NODE_OPTIONS: process.env.NODE_OPTIONS, LOG_LEVEL: "warn" },
        ...{ WEIR_DATA_DIR: directory, DATABASE_URL: postgres.url, DATABASE_SCHEMA: "live" },
        ...{ [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url, [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0" },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = collectOutput(child);
    ends.push(() => endChild(child, "SIGTERM", 30_000));
    const { pid } = child;
    if (pid === undefined) throw new Error("ponder did not start");
    const status = { url: `http://127.0.0.1:${port}/status`, output };
    await reached(status, await head(node));
    const [start, cpu] = [performance.now(), cpuSecondsOf(pid)];
    await createRpc(node.url).request("anvil_mine", [`0x${blocks.toString(16)}`]);
    await reached(status, await head(node));
    const seconds = (performance.now() - start) / 1_000;
    return { seconds, cpuSeconds: cpuSecondsOf(pid) - cpu };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function head({ url }: DevnetChain): Promise<number> {
  return Number(await createRpc(url).request("eth_blockNumber", []));
}

/** Waits until the indexer has a block. */
async function reached(
  { url, output }: { readonly url: string; readonly output: () => string },
  block: number,
): Promise<void> {
  for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; await sleep(20)) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok !== true) continue;
    const status = (await answer.json()) as Record<string, { block: { number: number } }>;
    if (Object.values(status).every((chain) => chain.block.number >= block)) return;
  }
  throw new Error(`block ${block} was not reached:\n${output()}`);
}
