import pino from "pino";
import { createPublicClient, createTestClient, http, publicActions, walletActions } from "viem";
import { type Devnet, type DevnetOptions, startDevnet } from "../../devnet/index.ts";
import { createChainService, type RunningChainService } from "../../src/api/chain/chain-service.ts";
import { createAdmissionLimits } from "../../src/api/graph/admission-limits.ts";
import { createStrangers } from "../../src/api/graph/strangers.ts";
import { createPoolHistories } from "../../src/api/history/pools.ts";
import { createApp } from "../../src/api/http/app.ts";
import { createStreams } from "../../src/api/http/streams.ts";
import { createAnswers } from "../../src/api/main/answers.ts";
import { unreadPoolsOf } from "../../src/api/main/unread-pools.ts";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { createPostgresStore } from "../../src/api/store/postgres.ts";
import type { Store } from "../../src/catalog/database.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import { createSeedReader } from "../../src/seed/reader.ts";
import { byBothMeans, type Comparison, createComparison } from "./both-means.ts";
import { described } from "./described.ts";
import { indexedCluster, indexerEnvironment, SCHEMA } from "./indexed-cluster.ts";
import { startPonder } from "./ponder.ts";
import { startPostgres } from "./postgres.ts";

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 10;
const NODE_POLL_MS = 100;
/** Time that a request waits for a node that limits the rate. */
const RENTED_WAIT_MS = 5_000;
const NUDGE_MS = 100;
const NUDGE_EVERY_MS = 2_000;

/** As many as a test asks for. */
const ADMISSIONS_PER_MINUTE = 10_000;
const MOST_TICKS = 10_000;

/** A client that sends transactions from any account and mines when told to. */
export function devnetClient(url: string) {
  return createTestClient({
    mode: "anvil",
    transport: http(url, { timeout: 60_000 }),
    pollingInterval: 10,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type DevnetClient = ReturnType<typeof devnetClient>;

/**
 * The whole service on the devnet: chains, Postgres and Ponder as processes, the API in this one.
 */
export interface RunningService {
  readonly app: ReturnType<typeof createApp>;
  readonly devnet: Devnet;
  /** The index. */
  readonly store: Store;
  /** Of the database, as its owner. */
  readonly databaseUrl: string;
  /** What the service logged as errors. */
  readonly errors: readonly string[];
  /** What its simulations came to by each means; all have to agree. */
  readonly compared: Comparison;
  service(chainId: number): RunningChainService;
  node(chainId: number): DevnetClient;
  /** Mines a block and waits until the graph stands on it. */
  mine(chainId: number): Promise<void>;
  /** Waits until the graph of a chain stands on the node's newest block. */
  caughtUp(chainId: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts everything; blocks are mined only on request. Stops what it started when a part fails. */
export async function startRunningService(
  options: DevnetOptions = { blockTimeMs: null },
): Promise<RunningService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    // The other chains are smaller, or seldom asked for.
    const template = options.chainIds?.join() === "1" ? await indexedCluster() : undefined;
    const [devnet, postgres] = await Promise.all([startDevnet(options), startPostgres(template)]);
    stops.push(
      () => devnet.stop(),
      () => postgres.stop(),
    );
    const env = indexerEnvironment(devnet.chains, postgres.url);
    const ponder = await startPonder({ env, logLevel: "warn" });
    stops.push(() => ponder.stop());
    const store = createPostgresStore({ url: postgres.url, schema: SCHEMA });
    stops.push(() => store.close());
    const records = await openRecords(postgres.url);
    stops.push(() => records.close());
    const errors: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
    const metrics = createMetrics();
    const compared = createComparison();
    const services = new Map<number, RunningChainService>();
    const nodes = new Map<number, DevnetClient>();
    for (const { chainId, url, wsUrl, nodeUrl } of devnet.chains) {
      const chain = CHAINS.get(chainId);
      if (chain === undefined) throw new Error(`chain ${chainId} is unknown`);
      // Rented nodes are asked as in production, by the means that they have.
      const transport =
        options.provider === undefined
          ? byBothMeans(url, compared)
          : nodesTransport({ chainId, urls: [url], log, waitMs: RENTED_WAIT_MS });
      const client = createPublicClient({ transport, cacheTime: 0 });
      const limits = { maxLagChainSeconds: 60, maxLagSeconds: 30 };
      const service = await createChainService({
        ...{ chain, store, client, wsUrl, limits, log },
        pollIntervalMs: NODE_POLL_MS,
        unread: unreadPoolsOf({
          ...{ chain, store, records, log, seeds: null, mostTicks: MOST_TICKS },
          ...{ limits: createAdmissionLimits(ADMISSIONS_PER_MINUTE), reader: readerOf(url) },
          strangers: createStrangers({
            ...{ chainId, families: INDEXED, log },
            limits: createAdmissionLimits(ADMISSIONS_PER_MINUTE),
          }),
        }),
        earliestBlock: 0,
        protocols: PROTOCOLS,
        meter: metrics.chain(chainId),
      });
      stops.push(() => service.close());
      services.set(chainId, service);
      nodes.set(chainId, devnetClient(nodeUrl));
    }
    const service = (chainId: number) => required(services, chainId);
    const node = (chainId: number) => required(nodes, chainId);
    const caughtUp = async (chainId: number): Promise<void> => {
      const head = await node(chainId).getBlock();
      for (const start = Date.now(); ; await sleep(POLL_MS)) {
        const block = service(chainId).lastSnapshot()?.block;
        // Where blocks come by themselves, it may stand on a later one already.
        if (block?.hash === head.hash || (block?.number ?? -1) > Number(head.number)) return;
        if (Date.now() - start > READY_TIMEOUT_MS) {
          throw new Error(
            `chain ${chainId} never reached block ${head.number}:\n${ponder.output()}`,
          );
        }
      }
    };
    const mine = async (chainId: number): Promise<void> => {
      await node(chainId).mine({ blocks: 1 });
      await caughtUp(chainId);
    };
    await ponder.backfilled();
    // Live indexing over WebSocket starts with the first block after the subscription.
    for (const { chainId } of devnet.chains) {
      for (let waited = 0; service(chainId).lastSnapshot() === null; waited += NUDGE_MS) {
        if (waited > READY_TIMEOUT_MS) {
          throw new Error(`chain ${chainId} was not indexed:\n${ponder.output()}`);
        }
        await sleep(NUDGE_MS);
        // Each block is work for the indexer, which has those that are not final to index first.
        if (waited % NUDGE_EVERY_MS === 0) await node(chainId).mine({ blocks: 1 });
      }
      await caughtUp(chainId);
    }
    const app = described(
      createApp({
        chains: services,
        protocols: PROTOCOLS,
        log,
        metrics,
        publicUrl: "http://127.0.0.1:42069",
        streams: createStreams(),
        poolHistory: createPoolHistories(PROTOCOLS),
        // As many quotes as it can are simulated too.
        ...createAnswers({ share: 1, log }),
      }),
    );
    const databaseUrl = postgres.url;
    return {
      ...{ app, devnet, store, databaseUrl, errors, compared },
      ...{ service, node, mine, caughtUp, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of what no table has. */
function readerOf(url: string) {
  return createSeedReader(http(url), { patienceMs: RENTED_WAIT_MS, mostTicks: MOST_TICKS });
}

function required<T>(byChain: ReadonlyMap<number, T>, chainId: number): T {
  const found = byChain.get(chainId);
  if (found === undefined) throw new Error(`chain ${chainId} does not run`);
  return found;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
