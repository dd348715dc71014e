import type { Logger } from "pino";
import { createPublicClient, type PublicClient } from "viem";
import type { Store } from "../catalog/database.ts";
import type { Environment } from "../lib/env.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { createChainService, type RunningChainService } from "./chain-service.ts";
import type { ChainMeter, Metrics } from "./metrics/metrics.ts";
import { createNodePool } from "./nodes/pool.ts";
import { poolTransport } from "./nodes/transport.ts";
import { earliestBlockOf } from "./past/earliest-block.ts";
import type { SearchPool } from "./search/pool.ts";

/** The tables that one deployment of the indexer fills. */
export interface Tables {
  /** For the operator. */
  readonly schema: string;
  readonly store: Store;
}

export interface ChainServicesOptions {
  readonly environment: Environment;
  /** Closed with the services, as are those that are moved to. */
  readonly tables: Tables;
  /** Filled with the service of each chain; an entry is replaced when its chain moves to other tables. */
  readonly running: Map<number, RunningChainService>;
  readonly metrics: Pick<Metrics, "chain">;
  /** Searches elsewhere on the chains' snapshots; null: nobody does. */
  readonly searches?: Pick<SearchPool, "follower"> | null;
  readonly log: Logger;
}

/** The chains of an environment, served from the tables of one deployment after the other. */
export interface ChainServices {
  /**
   * Starts to read other tables from scratch, and serves each chain from them once that is as good as before: when it is ready, or has a
   * snapshot while the old one is not ready either.
   */
  moveTo(tables: Tables): Promise<void>;
  /** How many chains are served from each schema. */
  served(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** The services of all chains on the same tables. */
interface Generation extends Tables {
  readonly services: ReadonlyMap<number, RunningChainService>;
}

interface Node {
  readonly client: PublicClient;
  readonly meter: ChainMeter;
}

const MOVE_INTERVAL_MS = 100;

/** @throws WrongChainError; nothing is left running then, the tables closed. */
export async function startChainServices(options: ChainServicesOptions): Promise<ChainServices> {
  const { environment, running, log } = options;
  const nodes = openNodes(options);
  /** Oldest first; the last is the one to serve from. */
  let generations: readonly Generation[] = [await start(environment, nodes, options)];
  /** Not served any more, kept for the requests that came before. */
  const retired = new Map<Generation, NodeJS.Timeout>();

  const serves = ({ services }: Generation) =>
    [...services].filter(([chainId, service]) => running.get(chainId) === service).length;

  function move(): void {
    const newest = generations.at(-1);
    if (newest === undefined) return;
    for (const [chainId, service] of newest.services) {
      const old = running.get(chainId);
      if (old === service || !isAsGood(service, old)) continue;
      running.set(chainId, service);
      log.info({ chainId, schema: newest.schema }, "the chain is served from this schema");
    }
    for (const left of generations) if (left !== newest && serves(left) === 0) retire(left);
  }

  function retire(generation: Generation): void {
    generations = generations.filter((other) => other !== generation);
    const end = () => {
      retired.delete(generation);
      closeGeneration(generation).catch((error: unknown) =>
        log.warn({ err: error }, "the tables of before could not be let go of"),
      );
    };
    retired.set(generation, setTimeout(end, environment.protection.requestTimeoutMs));
  }

  move();
  const timer = setInterval(move, MOVE_INTERVAL_MS);
  return {
    async moveTo(tables) {
      const next = await start(environment, nodes, { ...options, tables });
      generations = [...generations, next];
      move();
    },
    served: () => new Map(generations.map((each) => [each.schema, serves(each)])),
    async close() {
      clearInterval(timer);
      for (const end of retired.values()) clearTimeout(end);
      await Promise.all([...generations, ...retired.keys()].map(closeGeneration));
    },
  };
}

/** Whether `service` answers at least as well as `old`, or there is no old one. */
function isAsGood(service: RunningChainService, old: RunningChainService | undefined): boolean {
  if (old === undefined || service.status().ready) return true;
  return service.lastSnapshot() !== null && !old.status().ready;
}

function openNodes({ environment, metrics, log }: ChainServicesOptions): Map<number, Node> {
  const nodes = new Map<number, Node>();
  for (const [chainId, { rpcUrls: urls }] of environment.chains) {
    const meter = metrics.chain(chainId);
    const pool = createNodePool({ chainId, urls, log: log.child({ chainId }), meter });
    const client = createPublicClient({ transport: poolTransport(pool), cacheTime: 0 });
    nodes.set(chainId, { client, meter });
  }
  return nodes;
}

async function start(
  environment: Environment,
  nodes: ReadonlyMap<number, Node>,
  { tables, searches, log }: Pick<ChainServicesOptions, "tables" | "searches" | "log">,
): Promise<Generation> {
  const { maxLagBlocks, maxLagSeconds, pollingIntervalMs: pollIntervalMs } = environment;
  const services = new Map<number, RunningChainService>();
  const generation = { ...tables, services };
  try {
    for (const [chainId, node] of nodes) {
      const own = environment.chains.get(chainId);
      if (own === undefined) continue;
      const { chain, wsUrl, startBlock } = own;
      const service = await createChainService({
        ...node,
        ...{ chain, wsUrl, pollIntervalMs, log },
        store: tables.store,
        protocols: PROTOCOLS,
        follower: searches?.follower(chain),
        limits: { maxLagBlocks, maxLagSeconds },
        earliestBlock: environment.history
          ? earliestBlockOf(PROTOCOLS, { chainId, startBlock })
          : null,
      });
      services.set(chainId, service);
    }
    return generation;
  } catch (error) {
    await closeGeneration(generation);
    throw error;
  }
}

async function closeGeneration({ services, store }: Generation): Promise<void> {
  await Promise.all([...services.values()].map((service) => service.close()));
  await store.close();
}
