import type { Logger } from "pino";
import { createPublicClient, type PublicClient } from "viem";
import type { Environment } from "../../lib/env.ts";
import type { ChainEnvironment } from "../../lib/env-chains.ts";
import { nodesTransport } from "../../nodes/transport.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import { INDEXED } from "../../protocols/indexed.ts";
import { openChecks, type Reconciled } from "../../seed/checks.ts";
import { createSeedReader, type SeedReader } from "../../seed/reader.ts";
import { openSeedStore, type SeedStore } from "../../seed/store.ts";
import { createChainService, type RunningChainService } from "../chain/chain-service.ts";
import { earliestBlockOf } from "../chain/past/earliest-block.ts";
import { type AdmissionLimits, createAdmissionLimits } from "../graph/admission-limits.ts";
import { createStrangers, type Strangers } from "../graph/strangers.ts";
import { listenForIndexes, readChainIndexes } from "../indexes/chain-indexes.ts";
import type { ChainMeter, Metrics } from "../metrics/metrics.ts";
import type { Records } from "../records/open.ts";
import type { RetainedHistories } from "../records/retained-history.ts";
import { createPostgresStore } from "../store/postgres.ts";
import type { Reconciliations } from "./reconciliation-metrics.ts";
import { unreadPoolsOf } from "./unread-pools.ts";

export interface ChainServicesOptions {
  readonly environment: Environment;
  /** Connection string of the database with the indexed tables. */
  readonly databaseUrl: string;
  /** Tell where each chain's tables are. */
  readonly records: Records;
  /** Filled with what serves each chain, and kept up to date. */
  readonly running: Map<number, RunningChainService>;
  /** What is left of the past; absent: all of it. */
  readonly retained?: Pick<RetainedHistories, "of">;
  readonly metrics: Pick<Metrics, "chain">;
  readonly log: Logger;
}

/** The chains of an environment, each served from the tables of one index after the other. */
export interface ChainServices {
  /** How many chains are served from each schema. */
  served(): ReadonlyMap<string, number>;
  /** The schema that a chain is served from; null: none yet. */
  schemaOf(chainId: number): string | null;
  /** What comparing them with the nodes came to. */
  reconciliations(): Promise<Reconciliations>;
  close(): Promise<void>;
}

/** Schema of a chain that no indexer has begun with: it has no tables, and the service says so. */
const NO_SCHEMA = "weir_nothing_indexed";
/** Milliseconds between two looks at whether a chain's next index is as good as the one before. */
const MOVE_INTERVAL_MS = 100;
/** A caller waits: nodes that are down now have a second to come back. */
const NODES_WAIT_MS = 1_000;

/** A chain's service on the tables of one schema. */
interface Served {
  readonly schema: string;
  readonly service: RunningChainService;
  readonly close: () => Promise<void>;
}

/**
 * Starts to serve every chain, and moves a chain to other tables when its index is another: once
 * the new service is ready, or has a snapshot while the old one is not ready either.
 *
 * @throws WrongChainError; nothing is left running then.
 */
export async function startChainServices(options: ChainServicesOptions): Promise<ChainServices> {
  const { environment, records, running, log } = options;
  const seeds = await openSeedStore(options.databaseUrl);
  const checks = await openChecks(options.databaseUrl);
  const chains = [...environment.chains].map(([chainId, own]) => {
    const node = openNode(own, {
      ...{ meter: options.metrics.chain(chainId), log, mostTicks: environment.maxPoolTicks },
    });
    const admissions = createAdmissionLimits(environment.admissionsPerMinute);
    const strangers = createStrangers({
      ...{ chainId, families: INDEXED, counted: node.meter.admission, log },
      limits: createAdmissionLimits(environment.admissionsPerMinute),
    });
    return createServedChain({ ...options, chainId, own, node, seeds, admissions, strangers });
  });
  const look = async (): Promise<void> => {
    const indexes = await readChainIndexes(records.db);
    await Promise.all(chains.map((chain) => chain.serve(indexes.get(chain.chainId) ?? NO_SCHEMA)));
  };
  const close = async (): Promise<void> => {
    await Promise.all(chains.map((chain) => chain.close()));
    await Promise.all([seeds.close(), checks.close()]);
  };
  let unlisten: (() => Promise<void>) | null = null;
  try {
    await look();
    unlisten = await listenForIndexes(records, () => {
      look().catch((error: unknown) =>
        log.error({ err: error }, "where the chains are indexed cannot be read"),
      );
    });
  } catch (error) {
    await close();
    throw error;
  }
  const timer = setInterval(() => {
    for (const chain of chains) chain.move(running);
  }, MOVE_INTERVAL_MS);
  for (const chain of chains) chain.move(running);
  return {
    served() {
      const counts = new Map<string, number>();
      for (const { schema } of chains) {
        const name = schema();
        if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
    schemaOf: (chainId) => chains.find((chain) => chain.chainId === chainId)?.schema() ?? null,
    async reconciliations() {
      const found = new Map<number, ReadonlyMap<string, Reconciled>>();
      for (const { chainId, schema } of chains) {
        const name = schema();
        if (name !== null) found.set(chainId, await checks.of({ schema: name, chainId }).counts());
      }
      return found;
    },
    async close() {
      clearInterval(timer);
      await unlisten?.();
      await close();
    },
  };
}

interface ServedChainOptions extends ChainServicesOptions {
  readonly chainId: number;
  readonly own: ChainEnvironment;
  readonly node: {
    readonly client: PublicClient;
    readonly meter: ChainMeter;
    /** Of what is not indexed; shares the nodes with the client. */
    readonly reader: SeedReader;
  };
  readonly seeds: SeedStore;
  readonly admissions: AdmissionLimits;
  readonly strangers: Strangers;
}

/** One chain, on the tables that it is served from and those that it is about to be. */
function createServedChain(options: ServedChainOptions) {
  const { chainId, environment, log } = options;
  let current: Served | null = null;
  let next: Served | null = null;
  /** Not served any more, kept for the requests that came before. */
  const retired = new Map<Served, NodeJS.Timeout>();
  /** One change after the other. */
  let changing: Promise<void> = Promise.resolve();

  async function begin(schema: string): Promise<void> {
    if ((next ?? current)?.schema === schema) return;
    const begun = await serveFrom(schema, options);
    if (next !== null) await next.close();
    next = begun;
  }

  function retire(served: Served): void {
    const end = () => {
      retired.delete(served);
      served
        .close()
        .catch((error: unknown) =>
          log.warn({ chainId, err: error }, "the tables of before could not be let go of"),
        );
    };
    retired.set(served, setTimeout(end, environment.protection.requestTimeoutMs));
  }

  return {
    chainId,
    /** That the chain is served from now; null: none. */
    schema: () => (current === null || current.schema === NO_SCHEMA ? null : current.schema),
    /** Begins to read the tables of a schema. */
    serve(schema: string): Promise<void> {
      const turn = changing.then(() => begin(schema));
      changing = turn.catch(() => undefined);
      return turn;
    },
    /** Serves from the next tables if they are as good as the current ones. */
    move(running: Map<number, RunningChainService>): void {
      if (next === null || !isAsGood(next.service, current?.service)) return;
      running.set(chainId, next.service);
      if (next.schema !== NO_SCHEMA) {
        log.info({ chainId, schema: next.schema }, "the chain is served from this schema");
      }
      if (current !== null) retire(current);
      current = next;
      next = null;
    },
    async close(): Promise<void> {
      await changing;
      for (const end of retired.values()) clearTimeout(end);
      const all = [current, next, ...retired.keys()];
      await Promise.all(all.map((served) => served?.close()));
    },
  };
}

/** Whether `service` answers at least as well as `old`, or there is no old one. */
function isAsGood(service: RunningChainService, old: RunningChainService | undefined): boolean {
  if (old === undefined || service.status().ready) return true;
  return !old.status().ready && (service.lastSnapshot() !== null || old.lastSnapshot() === null);
}

function openNode(
  { chain, rpcUrls: urls }: ChainEnvironment,
  {
    meter,
    log,
    mostTicks,
  }: { readonly meter: ChainMeter; readonly log: Logger; readonly mostTicks: number },
) {
  const { chainId } = chain;
  const transport = nodesTransport({
    ...{ chainId, urls, meter, log: log.child({ chainId }) },
    ...{ waitMs: NODES_WAIT_MS, isYielding: true },
  });
  const reader = createSeedReader(transport, { patienceMs: NODES_WAIT_MS, mostTicks });
  return { client: createPublicClient({ transport, cacheTime: 0 }), meter, reader };
}

async function serveFrom(schema: string, options: ServedChainOptions): Promise<Served> {
  const { environment, databaseUrl, own, log, records } = options;
  const { client, meter } = options.node;
  const {
    maxLagChainSeconds,
    maxLagSeconds,
    pollingIntervalMs: pollIntervalMs,
    history,
  } = environment;
  const { chain, wsUrl } = own;
  const store = createPostgresStore({ url: databaseUrl, schema });
  const unreadPools = unreadPoolsOf({
    ...{ chain, store, records, reader: options.node.reader, log, counted: meter.admission },
    ...{ limits: options.admissions, strangers: options.strangers },
    seeds: own.startState === null ? null : options.seeds,
    mostTicks: environment.maxPoolTicks,
  });
  try {
    const service = await createChainService({
      ...{ client, meter, unread: unreadPools },
      ...{ chain, wsUrl, pollIntervalMs, log, store, records },
      protocols: PROTOCOLS,
      pools: { allBelow: environment.allPoolsBelow, leastUsd: environment.minPoolUsd },
      limits: { maxLagChainSeconds, maxLagSeconds },
      earliestBlock: history ? await earliestBlock(options) : null,
      retained: () => options.retained?.of({ schema, chainId: chain.chainId }),
    });
    const close = async (): Promise<void> => {
      await service.close();
      await store.close();
    };
    return { schema, service, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The first block that the past is known from: that whose state the index began with, if any. */
async function earliestBlock({
  seeds,
  chainId,
  own: { startBlock, startState },
}: ServedChainOptions): Promise<number> {
  const first = earliestBlockOf(PROTOCOLS, { chainId, startBlock });
  return startState === null ? first : ((await seeds.start(chainId))?.block ?? first);
}
