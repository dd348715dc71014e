import type { Logger } from "pino";
import type { Transport } from "viem";
import type { Environment } from "../lib/env.ts";
import { connectionsFor, isLocal } from "../lib/rpc.ts";
import { nodesTransport } from "../nodes/transport.ts";
import { createReadingClient } from "./live/node.ts";
import { type ChainStart, chainStart } from "./live/start.ts";

// Ponder begins with 20 requests a second over each, and has at most 25 under way over all: the 500
// of a devnet's backfill take three seconds at least over eight.
const LOCAL_CONNECTIONS = 32;

/** Ponder waits longer from try to try, up to 32 s: waiting for nodes to come back is shorter. */
const NODES_WAIT_MS = 6_000;

/** How Ponder reaches a chain. */
export interface ChainConfig {
  readonly id: number;
  readonly rpc: string[] | Transport;
  readonly ws?: string;
  readonly pollingInterval: number;
}

/** Chains whose nodes are others', or have a budget: whoever asks them has to have patience. */
export function rentedChains({ chains }: Pick<Environment, "chains">): ReadonlySet<number> {
  const rented = [...chains].filter(
    ([, { rpcUrls, requestsPerMinute }]) => requestsPerMinute !== null || !rpcUrls.every(isLocal),
  );
  return new Set(rented.map(([chainId]) => chainId));
}

/**
 * Ponder's chains, by name.
 *
 * @param gateways URL or transport to ask instead of the nodes' own, by chain id.
 * @throws Error when no chain has an RPC URL.
 */
export function chainConfigs(
  environment: Pick<Environment, "chains" | "pollingIntervalMs">,
  gateways: ReadonlyMap<number, string | Transport>,
): Record<string, ChainConfig> {
  if (environment.chains.size === 0) {
    throw new Error("No chain to index: set PONDER_RPC_URL_<chainId>, e.g. PONDER_RPC_URL_1.");
  }
  const configs: Record<string, ChainConfig> = {};
  for (const [id, { chain, rpcUrls, wsUrl }] of environment.chains) {
    const gateway = gateways.get(id);
    if (gateway === undefined) throw new Error(`Chain ${id} has no gateway.`);
    configs[chain.name] = {
      id,
      rpc:
        typeof gateway === "string"
          ? [...connectionsFor(gateway, { nodeUrls: rpcUrls, localCopies: LOCAL_CONNECTIONS })]
          : gateway,
      // What a node announces by itself comes with its bloom.
      ...(wsUrl === null || !chain.hasOwnBloom ? {} : { ws: wsUrl }),
      pollingInterval: environment.pollingIntervalMs,
    };
  }
  return configs;
}

/** The nodes of each chain, as the indexer asks them; by chain id. */
export function chainNodes(
  { chains }: Pick<Environment, "chains">,
  log: Logger,
): ReadonlyMap<number, Transport> {
  const nodes = [...chains].map(([chainId, { rpcUrls: urls, requestsPerMinute }]) => {
    const options = {
      ...{ chainId, urls, requestsPerMinute, log: log.child({ chainId }) },
      waitMs: NODES_WAIT_MS,
    };
    return [chainId, nodesTransport(options)] as const;
  });
  return new Map(nodes);
}

/**
 * The newest block of each chain, and where to look for live ones; by chain id.
 *
 * @throws What a chain's nodes fail with, after a minute without an answer.
 */
export async function chainStarts(
  nodes: ReadonlyMap<number, Transport>,
): Promise<ReadonlyMap<number, ChainStart>> {
  const starts = [...nodes].map(
    async ([chainId, node]) => [chainId, await chainStart(createReadingClient(node))] as const,
  );
  return new Map(await Promise.all(starts));
}

/**
 * The block source of live blocks: every block from somewhat before the head on. It also carries
 * what the indexer runs and whether the past is kept: Ponder compares a hash of its sources with
 * that of the sources which filled the tables, and refuses to go on when they differ. Where a run
 * starts to look does not change the tables, and so is left out of what is hashed.
 */
export function headSource(
  environment: Pick<Environment, "chains" | "history">,
  {
    starts,
    digest,
    seeds = new Map(),
  }: {
    readonly starts: ReadonlyMap<number, Pick<ChainStart, "firstBlock">>;
    /** Of the indexer's code. */
    readonly digest: string;
    /** Of the states that chains begin with, by chain id. */
    readonly seeds?: ReadonlyMap<number, { readonly digest: string }>;
  },
) {
  const chain = Object.fromEntries(
    [...environment.chains.values()].map(({ chain: { chainId, name } }) => {
      const start = starts.get(chainId);
      if (start === undefined) throw new Error(`Chain ${chainId} has no start.`);
      return [name, { startBlock: start.firstBlock, toJSON: () => ({}) }];
    }),
  );
  const seeded = [...seeds].map(([chainId, seed]) => `${chainId} ${seed.digest}`);
  return {
    ...{ chain, interval: 1, history: environment.history, digest },
    ...(seeded.length === 0 ? {} : { seeds: seeded }),
  };
}

/** Connections of one indexer; Postgres takes 100 in all unless it is told otherwise. */
const CONNECTIONS = 16;

/** Where Ponder keeps its tables. @throws Error without a database. */
export function databaseConfig({ databaseUrl }: Pick<Environment, "databaseUrl">) {
  if (databaseUrl === null) {
    throw new Error("No database to index into: set DATABASE_URL, or run npm start.");
  }
  return {
    kind: "postgres" as const,
    connectionString: databaseUrl,
    poolConfig: { max: CONNECTIONS },
  };
}
