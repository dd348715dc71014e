// What a graph of many pools costs: time to the first snapshot and per block, memory and time of a
// quote, at 5,000, 50,000 and 300,000 pairs: `node scripts/run.mjs bench/graph.ts [pairs ...]`;
// with `--all` every pool is in the graph, whatever it holds.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import postgres from "postgres";
import type { Address } from "viem";
import { unitPrices } from "../src/api/chain/chain-service.ts";
import { startFeed } from "../src/api/graph/feed.ts";
import type { Snapshot } from "../src/api/graph/snapshot.ts";
import { createPriceBooks } from "../src/api/prices/prices.ts";
import { findRoute } from "../src/api/router/find-route.ts";
import { createPostgresStore, liveQueryChannel } from "../src/api/store/postgres.ts";
import { CHAINS } from "../src/lib/chains.ts";
import { PROTOCOLS } from "../src/protocols/index.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import {
  deepTokens,
  FIRST_BLOCK,
  fillTables,
  type MarketSize,
  writeBlock,
} from "./graph/market.ts";
import { createTables } from "./graph/tables.ts";
import { quantile } from "./statistics.ts";

const SIZES = [5_000, 50_000, 300_000];
const SCHEMA = "weir_bench";
/** Blocks that are not counted, and those that are. */
const WARM_UP_BLOCKS = 5;
const BLOCKS = 30;
const QUOTES = 300;
const pricesOf = createPriceBooks();
const FREE = { numerator: 0n, denominator: 1n };

const ALL = process.argv.includes("--all");
const asked = process.argv
  .slice(2)
  .filter((word) => word !== "--all")
  .map(Number);
const [only] = asked;
if (asked.length === 1 && only !== undefined) {
  await measure({ pairs: only, deepPairs: Math.min(5_000, only / 2) });
} else {
  // Each in a process of its own, so that memory is the size's alone.
  for (const size of asked.length === 0 ? SIZES : asked) {
    await once(fork(new URL(import.meta.url), [String(size), ...(ALL ? ["--all"] : [])]), "exit");
  }
}

async function measure(size: MarketSize): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const server = await startPostgres();
    stops.push(() => server.stop());
    const sql = postgres(server.url, {
      max: 1,
      connection: { search_path: SCHEMA },
      onnotice: () => undefined,
    });
    stops.push(() => sql.end());
    await sql.unsafe(`create schema ${SCHEMA}`);
    await createTables(sql);
    await fillTables(sql, size);
    const tokens = await deepTokens(sql, size);
    const store = createPostgresStore({ url: server.url, schema: SCHEMA });
    stops.push(() => store.close());
    await report(size, { sql, store, tokens, stops });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function report(
  size: MarketSize,
  {
    sql,
    store,
    tokens,
    stops,
  }: {
    readonly sql: postgres.Sql;
    readonly store: ReturnType<typeof createPostgresStore>;
    readonly tokens: readonly Address[];
    readonly stops: (() => Promise<unknown>)[];
  },
): Promise<void> {
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is unknown");
  let arrived: (snapshot: Snapshot) => void = () => undefined;
  const next = () => new Promise<Snapshot>((resolve) => (arrived = resolve));
  const first = next();
  const startedAt = performance.now();
  const feed = startFeed({
    ...{ chain, store, protocols: PROTOCOLS, log: pino({ level: "warn" }) },
    // Every token passes at once: what a node needs for trials is another matter.
    quality: {
      accepts: () => true,
      check: async () => ({ changed: new Set(), refused: new Set() }),
      old: async () => [],
    },
    newestBlock: () => null,
    // As the service has them, but for `--all`.
    eligibility: ALL ? undefined : { allBelow: 20_000, leastUsd: 1_000, unitPrices },
    onSnapshot: (snapshot) => arrived(snapshot),
  });
  stops.push(() => feed.close());
  const { pools } = await first;
  const firstMs = performance.now() - startedAt;
  const [blockMs, blockCpuMs, firstQuoteMs]: [number[], number[], number[]] = [[], [], []];
  let snapshot = await first;
  for (let number = FIRST_BLOCK + 1; number <= FIRST_BLOCK + WARM_UP_BLOCKS + BLOCKS; number++) {
    const published = next();
    let at = 0;
    await sql.begin(async (tx) => {
      const channel = liveQueryChannel(SCHEMA);
      await writeBlock(tx, size, { number, channel });
      at = performance.now();
    });
    const cpu = process.cpuUsage();
    snapshot = await published;
    const builtAt = performance.now();
    const used = process.cpuUsage(cpu);
    quote(snapshot, tokens, number);
    if (number <= FIRST_BLOCK + WARM_UP_BLOCKS) continue;
    blockMs.push(builtAt - at);
    blockCpuMs.push((used.user + used.system) / 1_000);
    firstQuoteMs.push(performance.now() - builtAt);
  }
  const quoteMs = Array.from({ length: QUOTES }, (_, i) => {
    const at = performance.now();
    quote(snapshot, tokens, i);
    return performance.now() - at;
  });
  const { heap, rss } = memory();
  console.log(
    [
      `${size.pairs} pairs, ${pools.size} pools in the graph: first snapshot ${seconds(firstMs)} s`,
      `block to graph p50 ${ms(blockMs, 0.5)} p95 ${ms(blockMs, 0.95)} ms, of it CPU ${ms(blockCpuMs, 0.5)} ms`,
      `first quote of a block p50 ${ms(firstQuoteMs, 0.5)} ms`,
      `quote p50 ${ms(quoteMs, 0.5)} p99 ${ms(quoteMs, 0.99)} ms`,
      `heap ${heap} MB, resident ${rss} MB`,
    ].join("; "),
  );
}

/** A quote of a dollar token for another one, with the price that its gas needs. */
function quote(snapshot: Snapshot, tokens: readonly Address[], n: number): void {
  const [tokenIn, tokenOut] = [tokens[1], tokens[3 + ((n * 7_919) % (tokens.length - 3))]];
  if (tokenIn === undefined || tokenOut === undefined) throw new Error("no tokens to quote");
  pricesOf(snapshot).usd(tokenOut);
  const ask = { tokenIn, tokenOut, amountIn: 10n ** 9n, onlyProtocols: [], ignoreProtocols: [] };
  const found = findRoute(snapshot, ask, FREE);
  if (!found.ok) throw new Error(`no route to ${tokenOut}: ${found.reason}`);
}

/** Megabytes after a collection. */
function memory() {
  setFlagsFromString("--expose_gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / 1e6), rss: Math.round(rss / 1e6) };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}

function ms(values: readonly number[], q: number): string {
  return quantile(values, q).toFixed(1);
}
