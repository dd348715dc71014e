// Milliseconds from the announcement of a block to the graph that stands on it: `node
// scripts/run.mjs bench/graph-latency.ts`.
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { createPublicClient, http } from "viem";
import { startDevnet } from "../devnet/index.ts";
import { createChainService } from "../src/api/chain/chain-service.ts";
import type { Snapshot } from "../src/api/graph/snapshot.ts";
import { createPostgresStore } from "../src/api/store/postgres.ts";
import { CHAINS } from "../src/lib/chains.ts";
import { PROTOCOLS } from "../src/protocols/index.ts";
import { startPonder } from "../test/harness/ponder.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { quantile } from "./statistics.ts";

const CHAIN_ID = 1;
const SCHEMA = "weir_bench";
const BLOCK_TIME_MS = 500;
/** Blocks after the first snapshot that are not counted: the code warms up. */
const WARM_UP_BLOCKS = 10;
const BLOCKS = 120;

const stops: (() => Promise<unknown>)[] = [];
try {
  await measure();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<void> {
  const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: BLOCK_TIME_MS });
  stops.push(() => devnet.stop());
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const [node] = devnet.chains;
  const chain = CHAINS.get(CHAIN_ID);
  if (node === undefined || chain === undefined) throw new Error("the devnet started no chain 1");
  devnet.startTrader();
  const ponder = await startPonder({
    env: {
      DATABASE_URL: postgres.url,
      DATABASE_SCHEMA: SCHEMA,
      [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url,
      [`PONDER_WS_URL_${CHAIN_ID}`]: node.wsUrl,
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
    },
    logLevel: "warn",
  });
  stops.push(() => ponder.stop());

  const announced = followHeads(node.wsUrl);
  const store = createPostgresStore({ url: postgres.url, schema: SCHEMA });
  stops.push(() => store.close());
  const latencies: number[] = [];
  const changed: number[] = [];
  let seen = 0;
  let previous: Snapshot | null = null;
  const service = await createChainService({
    chain,
    store,
    client: createPublicClient({ transport: http(node.url), cacheTime: 0 }),
    wsUrl: node.wsUrl,
    protocols: PROTOCOLS,
    limits: { maxLagChainSeconds: 60, maxLagSeconds: 30 },
    log: pino({ level: "silent" }),
    onSnapshot(snapshot) {
      const at = announced.get(snapshot.block.hash);
      seen += 1;
      if (at !== undefined && seen > WARM_UP_BLOCKS) {
        latencies.push(performance.now() - at);
        changed.push(countChanged(previous, snapshot));
      }
      previous = snapshot;
    },
  });
  stops.push(() => service.close());
  while (latencies.length < BLOCKS) await sleep(100);
  const { pools, tokens } = service.snapshot();
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  console.log(
    [
      `block to graph: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${latencies.length} blocks`,
      `${quantile(changed, 0.5)} changed pools per block at the median`,
      `${pools.size} pools of ${tokens.size} tokens)`,
    ].join(", "),
  );
}

/** When each head was announced, by hash, on the clock of `performance.now()`. */
function followHeads(wsUrl: string): ReadonlyMap<string, number> {
  const announced = new Map<string, number>();
  const socket = new WebSocket(wsUrl);
  stops.push(async () => socket.close());
  socket.addEventListener("open", () => {
    const request = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
    socket.send(JSON.stringify(request));
  });
  socket.addEventListener("message", ({ data }) => {
    const message: { params?: { result?: { hash?: string } } } = JSON.parse(String(data));
    const hash = message.params?.result?.hash;
    if (hash !== undefined) announced.set(hash, performance.now());
  });
  return announced;
}

function countChanged(before: Snapshot | null, after: Snapshot): number {
  let count = 0;
  for (const [id, state] of after.pools) if (before?.pools.get(id) !== state) count += 1;
  return count;
}
