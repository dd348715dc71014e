// Blocks a second that the indexer follows, and CPU time for each, beside Ponder as it comes:
// node scripts/run.mjs bench/live-blocks.ts [--rounds 3] [--blocks 200]
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type DevnetChain, startDevnet } from "../devnet/index.ts";
import { createRpc } from "../devnet/rpc.ts";
import { type Ponder, startPonder } from "../test/harness/ponder.ts";
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

const SUBJECTS = [
  { name: "the indexer", program: join(ROOT, "indexer/ponder.ts") },
  { name: "Ponder as it comes", program: join(ROOT, "node_modules/ponder/dist/esm/bin/ponder.js") },
] as const;

interface Followed {
  readonly seconds: number;
  /** Of Ponder's process; those of Postgres and of the node not. */
  readonly cpuSeconds: number;
}

const blocks = Number(options.blocks);
const runs = SUBJECTS.map((): Followed[] => []);
for (let round = 0; round < Number(options.rounds); round++) {
  for (const [at, { program }] of SUBJECTS.entries()) runs[at]?.push(await follow(program));
}
for (const [at, { name }] of SUBJECTS.entries()) {
  const of = (value: (run: Followed) => number) => quantile((runs[at] ?? []).map(value), 0.5);
  const [seconds, cpu] = [of((run) => run.seconds), of((run) => run.cpuSeconds)];
  console.log(
    `${name}: ${(blocks / seconds).toFixed(0)} blocks/s, ${((cpu / blocks) * 1_000).toFixed(1)} ms ` +
      `of CPU time a block (${blocks} blocks without a trade, median of ${runs[at]?.length})`,
  );
}

/** Starts an indexer on a devnet of its own, and mines blocks once it follows the head. */
async function follow(program: string): Promise<Followed> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
    stops.push(devnet.stop);
    const [node] = devnet.chains;
    if (node === undefined) throw new Error("the devnet started no chain");
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    const ponder = await startPonder({
      program,
      logLevel: "warn",
      env: {
        DATABASE_URL: postgres.url,
        [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url,
        [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
      },
    });
    stops.push(ponder.stop);
    await ponder.backfilled();
    await reached(ponder, await head(node));
    const [start, cpu] = [performance.now(), cpuSecondsOf(ponder.pid)];
    await createRpc(node.url).request("anvil_mine", [`0x${blocks.toString(16)}`]);
    await reached(ponder, await head(node));
    const seconds = (performance.now() - start) / 1_000;
    return { seconds, cpuSeconds: cpuSecondsOf(ponder.pid) - cpu };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function head({ url }: DevnetChain): Promise<number> {
  return Number(await createRpc(url).request("eth_blockNumber", []));
}

/** Waits until the indexer has a block. */
async function reached({ url, output }: Ponder, block: number): Promise<void> {
  for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; await sleep(20)) {
    const answer = await fetch(`${url}/status`);
    const status = (await answer.json()) as Record<string, { block: { number: number } }>;
    if (Object.values(status).every((chain) => chain.block.number >= block)) return;
  }
  throw new Error(`block ${block} was not reached:\n${output()}`);
}
