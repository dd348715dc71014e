import type { Environment } from "../lib/env.ts";
import { connectionsFor } from "../lib/rpc.ts";
import { beginCreation } from "./creation.ts";
import { createReadingClient } from "./live/node.ts";
import { type ChainStart, chainStart } from "./live/start.ts";
import { lockDirectory } from "./lock.ts";

// Measured on a local anvil: a cold backfill over ten connections is four times as fast as over one.
const LOCAL_CONNECTIONS = 8;

/** How Ponder reaches a chain. */
export interface ChainConfig {
  readonly id: number;
  readonly rpc: string[];
  readonly ws?: string;
  readonly pollingInterval: number;
}

/**
 * Ponder's chains, by name.
 *
 * @param gateways URL to ask instead of the nodes' own, by chain id.
 * @throws Error when no chain has an RPC URL.
 */
export function chainConfigs(
  environment: Pick<Environment, "chains" | "pollingIntervalMs">,
  gateways: ReadonlyMap<number, string>,
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
      rpc: [...connectionsFor(gateway, { nodeUrls: rpcUrls, localCopies: LOCAL_CONNECTIONS })],
      ...(wsUrl === null ? {} : { ws: wsUrl }),
      pollingInterval: environment.pollingIntervalMs,
    };
  }
  return configs;
}

/**
 * The newest block of each chain, and where to look for live ones; by chain id.
 *
 * @param gateways URL to ask, by chain id.
 * @throws What a chain's nodes fail with, after a minute without an answer.
 */
export async function chainStarts(
  gateways: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, ChainStart>> {
  const starts = [...gateways].map(
    async ([chainId, url]) => [chainId, await chainStart(createReadingClient(url))] as const,
  );
  return new Map(await Promise.all(starts));
}

/**
 * The block source of live blocks: every block from somewhat before the head on. It also carries whether the past is kept: Ponder compares
 * a hash of its sources with that of the sources which filled the tables, and refuses to go on when they differ. Where a run starts to
 * look does not change the tables, and so is left out of what is hashed.
 */
export function headSource(
  environment: Pick<Environment, "chains" | "history">,
  starts: ReadonlyMap<number, Pick<ChainStart, "firstBlock">>,
) {
  const chain = Object.fromEntries(
    [...environment.chains.values()].map(({ chain: { chainId, name } }) => {
      const start = starts.get(chainId);
      if (start === undefined) throw new Error(`Chain ${chainId} has no start.`);
      return [name, { startBlock: start.firstBlock, toJSON: () => ({}) }];
    }),
  );
  return { chain, interval: 1, history: environment.history };
}

/**
 * Where Ponder keeps its tables. The embedded database is locked for this process: two on one directory corrupt it. One whose creation was
 * cut off is removed.
 *
 * @param warn Called with what the log is to tell.
 * @throws DirectoryLockedError
 */
export function databaseConfig(
  environment: Pick<Environment, "database">,
  warn: (message: string) => void,
) {
  const { database } = environment;
  if (database.kind === "postgres") {
    return { kind: "postgres" as const, connectionString: database.url };
  }
  if (database.directory === null) return { kind: "pglite" as const, directory: "memory://" };
  lockDirectory(database.directory);
  beginCreation(database.directory, warn);
  return { kind: "pglite" as const, directory: database.directory };
}
