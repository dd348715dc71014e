// A first start on a chain of mainnet's size behind a provider's limits, from an empty database to
// the first quote, and a restart: `node scripts/run.mjs bench/first-start.ts [--shares 0.01,0.1,1]
// [--provider public] [--depth 1000]`. With --seconds 20 it then quotes over ten connections for so
// long, while blocks and trades come: what users ask of tokens of the first share, of each share
// alike; share 0 is the devnet. anvil takes seconds for a block of the large ones: with
// --block-time-ms 0 none come.
import { parseArgs } from "node:util";
import { chainSpec } from "../devnet/chains.ts";
import { type MarketNode, startMarketNode } from "../devnet/mainnet-size/node.ts";
import { startMiner } from "../devnet/miner.ts";
import { isProviderName } from "../devnet/provider/classes.ts";
import { type Provider, startProvider } from "../devnet/provider/provider.ts";
import { startTrader } from "../devnet/trader/trader.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { quotes, type Start, startWeir } from "./first-start/weir.ts";
import { applyLoad } from "./http/load.ts";
import { type PricedToken, pricedTokens, queriesAmong } from "./http/user-requests.ts";

const CHAIN_ID = 1;
const SEED = 1;
const CONNECTIONS = 10;
/** Time for the code to be compiled. */
const WARM_UP_SECONDS = 15;

const { values: options } = parseArgs({
  options: {
    /** Of the full market. */
    shares: { type: "string", default: "0.01,0.1,1" },
    provider: { type: "string", default: "public" },
    /** MIN_POOL_DEPTH_USD. */
    depth: { type: "string", default: "1000" },
    /** Of quotes after the restart; 0: none. */
    seconds: { type: "string", default: "0" },
    "block-time-ms": { type: "string", default: "12000" },
  },
});
const seconds = Number(options.seconds);
let asked: readonly PricedToken[] | undefined;

for (const share of options.shares.split(",").map(Number)) {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await measure(share, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function measure(share: number, stops: (() => Promise<unknown>)[]): Promise<void> {
  const { provider: name } = options;
  if (!isProviderName(name)) throw new Error(`There is no provider class ${name}.`);
  const node = await startMarketNode({ share, log: console.log });
  stops.push(() => node.stop());
  const provider = await startProvider({ nodeUrl: node.url, name });
  stops.push(() => provider.stop());
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const env = {
    DATABASE_URL: postgres.url,
    PONDER_RPC_URL_1: provider.url,
    MIN_POOL_DEPTH_USD: options.depth,
  };
  console.log(`\n${share * 100} % behind ${name}, pools of $${options.depth} and more`);
  for (const what of ["first start", "restart"]) {
    const before = told(provider);
    const weir = await startWeir(env);
    try {
      const first = await quotes(weir.url);
      report(what, weir.start, { first, before, after: told(provider) });
      if (what === "restart" && seconds > 0) await load(weir.url, node);
    } finally {
      await weir.stop();
    }
  }
}

async function load(url: string, { anvil: { rpc }, manifest }: MarketNode): Promise<void> {
  asked ??= await pricedTokens(url, CHAIN_ID);
  const queries = queriesAmong(CHAIN_ID, asked);
  const nextPath = () => `/api/v1/shortcuts/quote?${queries.next().value}`;
  const intervalMs = Number(options["block-time-ms"]);
  const { log } = console;
  const miner = intervalMs > 0 ? startMiner(rpc, chainSpec(CHAIN_ID), { intervalMs, log }) : null;
  const trader = intervalMs > 0 ? startTrader({ rpc, manifest, seed: SEED, log }) : null;
  try {
    for (const duration of [WARM_UP_SECONDS, seconds]) {
      const sent = { url, nextPath, connections: CONNECTIONS, seconds: duration };
      const { requestsPerSecond, p50, p99, answered, refused } = await applyLoad(sent);
      const codes = [...refused].map(([code, count]) => `, ${count} ${code}`).join("");
      console.log(
        `  ${duration === seconds ? "quotes" : "warm-up"}: ${requestsPerSecond.toFixed(0)} a second, ` +
          `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
          `${(answered / duration).toFixed(0)} a second answered${codes}`,
      );
    }
  } finally {
    trader?.stop();
    await miner?.stop();
  }
}

type Told = ReturnType<typeof told>;

function told({ counts, traffic }: Provider) {
  return { counts: new Map(counts), ...traffic };
}

function report(
  what: string,
  { seconds, phases, mebibytes, refused }: Start,
  { first, before, after }: { readonly first: number; readonly before: Told; readonly after: Told },
): void {
  const methods = [...after.counts]
    .map(([method, count]) => [method, count - (before.counts.get(method) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  const requests = methods.reduce((sum, [, count]) => sum + count, 0);
  const megabytes = ((after.bytes - before.bytes) / 1e6).toFixed(1);
  console.log(
    `${what}: ready in ${seconds.toFixed(0)} s, first quote ${first.toFixed(0)} ms, ${requests} requests ` +
      `(${after.limited - before.limited} refused for their rate), ${megabytes} MB; ` +
      [...mebibytes].map(([name, peak]) => `${name} at most ${Math.round(peak)} MiB`).join(", "),
  );
  console.log(`  ${methods.map(([method, count]) => `${method} ${count}`).join(", ")}`);
  for (const phase of phases) {
    console.log(
      `  ${phase.phase}: ${phase.done} in ${phase.seconds} s, ${phase.requests} requests`,
    );
  }
  if (refused > 0) console.log(`  ${refused} warnings in the logs`);
}
