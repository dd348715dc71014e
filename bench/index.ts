// Events per second of a backfill with the past kept and without, and of a Ponder handler that
// writes one row per event: node scripts/run.mjs bench/index.ts [--rounds 5] [--blocks 100]
// [--swaps 200]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDevnet } from "../devnet/index.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { type Backfill, backfill, ROOT_PROJECT } from "./index/backfill.ts";
import { mineSwaps } from "./index/swaps.ts";
import { quantile } from "./statistics.ts";

const CHAIN_ID = 1;
const BARE = "bench/index/bare";
const TARGET = 0.6;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    blocks: { type: "string", default: "100" },
    swaps: { type: "string", default: "200" },
  },
});

/**
 * What is compared: a project, and whether it keeps the past. Without the past fewer events are
 * needed, so that it has a bare handler of its own.
 */
const SUBJECTS = [
  { name: "history on", project: ROOT_PROJECT, history: "on" },
  { name: "bare, same events", project: BARE, history: "on" },
  { name: "history off", project: ROOT_PROJECT, history: "off" },
  { name: "bare, same events", project: BARE, history: "off" },
] as const;

const stops: (() => Promise<unknown>)[] = [];
try {
  await measure();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<void> {
  const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
  stops.push(() => devnet.stop());
  const [node] = devnet.chains;
  if (node === undefined) throw new Error("the devnet started no chain");
  const [blocks, swapsPerBlock] = [Number(options.blocks), Number(options.swaps)];
  console.log(`mining ${blocks} blocks of ${swapsPerBlock} swaps`);
  await mineSwaps(node, { blocks, swapsPerBlock });

  const env = {
    ...(await database()),
    [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url,
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
  };
  const run = (at: number, name: string) => {
    const subject = SUBJECTS[at];
    if (subject === undefined) throw new Error(`there is no subject ${at}`);
    const { project, history } = subject;
    return backfill(project, { schema: `index_${at}_${name}`, env: { ...env, HISTORY: history } });
  };
  console.log(line("over RPC", [await run(0, "cold")]));

  const runs = SUBJECTS.map((): Backfill[] => []);
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [at, own] of runs.entries()) own.push(await run(at, String(round)));
  }
  for (const [at, { name }] of SUBJECTS.entries()) console.log(line(name, runs[at] ?? []));
  for (const [at, bare] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const [wall, cpu] = [seconds, cpuSeconds].map(
      (of) => median(rates(runs[at] ?? [], of)) / median(rates(runs[bare] ?? [], of)),
    );
    console.log(
      `${SUBJECTS[at].name}: ${wall?.toFixed(2)} of the bare handler's events per second, ` +
        `${cpu?.toFixed(2)} per second of CPU time; the target is ${TARGET}`,
    );
  }
}

/** The environment of the database, which all runs share: what Ponder has fetched is in it. */
async function database(): Promise<Readonly<Record<string, string>>> {
  const directory = mkdtempSync(join(tmpdir(), "weir-bench-"));
  stops.push(async () => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  return { WEIR_DATA_DIR: directory, DATABASE_URL: postgres.url };
}

function seconds(run: Backfill): number {
  return run.seconds;
}

function cpuSeconds(run: Backfill): number {
  return run.cpuSeconds;
}

function rates(runs: readonly Backfill[], of: (run: Backfill) => number): readonly number[] {
  return runs.map((run) => run.events / of(run));
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function line(name: string, runs: readonly Backfill[]): string {
  const [wall, cpu] = [seconds, cpuSeconds].map((of) =>
    Math.round(median(rates(runs, of))).toLocaleString("en"),
  );
  return `${name}: ${wall} events/s, ${cpu} per second of CPU time (${runs[0]?.events} events, median of ${runs.length})`;
}
