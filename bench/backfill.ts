// Events per second of a backfill, over RPC and from Ponder's cache of it: `node scripts/run.mjs bench/backfill.ts`.
import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData, numberToHex, parseAbi } from "viem";
import { OPERATOR } from "../devnet/chains.ts";
import { prepareDevnet, startDevnet } from "../devnet/index.ts";
import { readManifest } from "../devnet/manifest.ts";
import { manifestPath } from "../devnet/prepare.ts";
import { createRpc } from "../devnet/rpc.ts";
import { startPonder } from "../test/harness/ponder.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { quantile } from "./statistics.ts";

const CHAIN_ID = 1;
const BLOCKS = 100;
const SWAPS_PER_BLOCK = 200;
/**
 * Blocks on top that the backfill leaves to live indexing.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/finality.ts
 */
const UNFINALIZED_BLOCKS = 66;
const WARM_RUNS = 3;
const RUN_TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;

const makerAbi = parseAbi(["function swapV2(address pair, bool zeroForOne, uint256 amountIn)"]);

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
  console.log(`mining ${BLOCKS} blocks of ${SWAPS_PER_BLOCK} swaps`);
  await mineSwaps(node.url);
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());

  const cold = await backfill("cold", { databaseUrl: postgres.url, rpcUrl: node.url });
  console.log(report("backfill over RPC", [cold]));
  const warm: Run[] = [];
  for (let run = 0; run < WARM_RUNS; run++) {
    warm.push(await backfill(`warm_${run}`, { databaseUrl: postgres.url, rpcUrl: node.url }));
  }
  console.log(report("backfill from the cache", warm));
}

/** Mines full blocks of small swaps over all V2 pools, then the blocks that stay unfinalized. */
async function mineSwaps(url: string): Promise<void> {
  const rpc = createRpc(url);
  const manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), CHAIN_ID));
  const hostile = new Set(
    manifest.tokens.filter(({ tier }) => tier === "hostile").map(({ address }) => address),
  );
  const pairs = manifest.pools.filter(
    ({ family, token0, token1 }) =>
      family === "uniswap-v2" && !hostile.has(token0) && !hostile.has(token1),
  );
  let swaps = 0;
  for (let block = 0; block < BLOCKS; block++) {
    for (let at = 0; at < SWAPS_PER_BLOCK; at++) {
      const pair = pairs[swaps % pairs.length];
      if (pair === undefined) throw new Error("the devnet has no V2 pool");
      const zeroForOne = Math.floor(swaps / pairs.length) % 2 === 0;
      const args = [pair.address, zeroForOne, 1_000_000n] as const;
      const data = encodeFunctionData({ abi: makerAbi, functionName: "swapV2", args });
      const gas = numberToHex(250_000);
      await rpc.request("eth_sendTransaction", [
        { from: OPERATOR, to: manifest.marketMaker, data, gas },
      ]);
      swaps += 1;
    }
    await rpc.request("evm_mine");
  }
  await rpc.request("anvil_mine", [numberToHex(UNFINALIZED_BLOCKS)]);
}

interface Run {
  readonly events: number;
  readonly seconds: number;
}

/** One backfill into a schema of its own, timed by Ponder's log. */
async function backfill(
  schema: string,
  { databaseUrl, rpcUrl }: { readonly databaseUrl: string; readonly rpcUrl: string },
): Promise<Run> {
  const lines: string[] = [];
  const ponder = await startPonder({
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_SCHEMA: schema,
      LOG_LEVEL: "warn",
      [`PONDER_RPC_URL_${CHAIN_ID}`]: rpcUrl,
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
    },
    log: (text) => lines.push(text),
  });
  try {
    for (
      const start = Date.now();
      !lines.join("").includes("Completed backfill");
      await sleep(50)
    ) {
      if (Date.now() - start > RUN_TIMEOUT_MS) throw new Error(`no end:\n${ponder.output()}`);
    }
  } finally {
    await ponder.stop();
  }
  const log = lines.join("").split("\n");
  const at = (text: string) => clockMs(log.find((line) => line.includes(text)) ?? "");
  const elapsed = at("Completed backfill indexing") - at("Started backfill indexing");
  const events = log
    .map((line) => /Indexed block range .*event_count=(\d+)/.exec(line)?.[1])
    .reduce((sum, count) => sum + Number(count ?? 0), 0);
  return { events, seconds: ((elapsed + DAY_MS) % DAY_MS) / 1_000 };
}

/** The time of day that a log line starts with, milliseconds. */
function clockMs(line: string): number {
  const [, hours, minutes, seconds, milliseconds] = /^(\d+):(\d+):(\d+)\.(\d+)/.exec(line) ?? [];
  if (milliseconds === undefined) throw new Error(`no time in log line "${line}"`);
  const minutesOfDay = Number(hours) * 60 + Number(minutes);
  return (minutesOfDay * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}

function report(name: string, runs: readonly Run[]): string {
  const rates = runs.map(({ events, seconds }) => events / seconds);
  const seconds = quantile(
    runs.map((run) => run.seconds),
    0.5,
  );
  const rate = Math.round(quantile(rates, 0.5)).toLocaleString("en");
  return `${name}: ${rate} events/s (${runs[0]?.events} events in ${seconds.toFixed(1)} s, median of ${runs.length})`;
}
