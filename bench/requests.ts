// What following a chain takes of its node: `node scripts/run.mjs bench/requests.ts
// [--chains 1,8453] [--seconds 60]`. Weir is started on chains of the devnet, one after the other,
// with their trader and block time, and its requests of a block are counted by method; none is
// answered meanwhile.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chainSpec } from "../devnet/chains.ts";
import { startDevnet } from "../devnet/index.ts";
import { startProvider } from "../devnet/provider/provider.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { startWeir } from "./first-start/weir.ts";

const { values: options } = parseArgs({
  options: {
    chains: { type: "string", default: "1,8453,43114,80094" },
    seconds: { type: "string", default: "180" },
  },
});
/** Until what a start leaves undone is done. */
const SETTLING_SECONDS = 30;

for (const chainId of options.chains.split(",").map(Number)) {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await measure(chainId, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function measure(chainId: number, stops: (() => Promise<unknown>)[]): Promise<void> {
  const { blockTimeSeconds } = chainSpec(chainId);
  const devnet = await startDevnet({ chainIds: [chainId], blockTimeMs: 1_000 * blockTimeSeconds });
  stops.push(() => devnet.stop());
  const [chain] = devnet.chains;
  if (chain === undefined) throw new Error(`The devnet has no chain ${chainId}.`);
  const provider = await startProvider({ nodeUrl: chain.nodeUrl, name: "geth" });
  stops.push(() => provider.stop());
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const weir = await startWeir({
    DATABASE_URL: postgres.url,
    [`PONDER_RPC_URL_${chainId}`]: provider.url,
    [`PONDER_WS_URL_${chainId}`]: provider.wsUrl,
    [`PONDER_START_BLOCK_${chainId}`]: "0",
  });
  stops.push(() => weir.stop());
  devnet.startTrader();
  await sleep(1_000 * SETTLING_SECONDS);
  const before = new Map(provider.counts);
  const seconds = Number(options.seconds);
  await sleep(1_000 * seconds);
  const blocks = seconds / blockTimeSeconds;
  const each = [...provider.counts]
    .map(([method, count]) => [method, (count - (before.get(method) ?? 0)) / blocks] as const)
    .filter(([, count]) => count > 0)
    .map(([method, count]) => `${method} ${count.toFixed(2)}`);
  console.log(`chain ${chainId}, a block each ${blockTimeSeconds} s: ${each.join(", ")}`);
}
