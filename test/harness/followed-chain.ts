import postgres, { type Sql } from "postgres";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc, type Rpc } from "../../devnet/rpc.ts";
import { indexedCluster, indexerEnvironment } from "./indexed-cluster.ts";
import { type Ponder, startPonder } from "./ponder.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** The only one. */
export const CHAIN_ID = 1;

/** A block of the node, with its time in seconds since the epoch. */
export interface Head {
  readonly number: number;
  readonly hash: string;
  readonly timestamp: number;
}

/**
 * Chain 1 of the devnet, which mines on request, and an indexer that goes on with an index of it.
 */
export interface FollowedChain {
  readonly devnet: Devnet;
  readonly url: string;
  readonly wsUrl: string;
  readonly server: Postgres;
  /** Of the server, as its owner; two connections. */
  readonly sql: Sql;
  /** Variables of the indexer: chain, database and polling. */
  readonly env: Readonly<Record<string, string>>;
  readonly rpc: Rpc;
  /** The indexer that runs, or ran last. */
  ponder(): Ponder;
  startIndexer(): Promise<void>;
  /** Mines a block, of a time if given. */
  mine(timestamp?: number): Promise<void>;
  head(): Promise<Head>;
  /** Replaces the newest blocks by as many empty ones. */
  reorganise(depth: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts chain, database and indexer; ends what it started when one of them does not start.
 *
 * @param heads How the indexer hears of blocks: over a socket it waits for the next one first.
 */
export async function startFollowedChain(heads: "pushed" | "polled"): Promise<FollowedChain> {
  const [devnet, server] = await Promise.all([
    startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
    startPostgres(await indexedCluster()),
  ]);
  const sql = postgres(server.url, { max: 2, onnotice: () => undefined });
  const { [`PONDER_WS_URL_${CHAIN_ID}`]: socket, ...polling } = indexerEnvironment(
    devnet.chains,
    server.url,
  );
  const { url = "", wsUrl = "" } = devnet.chains[0] ?? {};
  const env = {
    ...{ ...polling, POLLING_INTERVAL_MS: "100" },
    ...(heads === "pushed" && socket !== undefined && { [`PONDER_WS_URL_${CHAIN_ID}`]: socket }),
  };
  const rpc = createRpc(url);
  let ponder: Ponder | null = null;
  const startIndexer = async () => {
    ponder = await startPonder({ env, logLevel: "warn" });
  };
  const stop = async () => {
    await Promise.all([sql.end(), ponder?.stop()]);
    await Promise.all([devnet.stop(), server.stop()]);
  };
  try {
    await startIndexer();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ devnet, url, wsUrl, server, sql, env, rpc, startIndexer, stop },
    ponder() {
      if (ponder === null) throw new Error("no indexer was started");
      return ponder;
    },
    async mine(timestamp) {
      if (timestamp !== undefined) await rpc.request("evm_setNextBlockTimestamp", [timestamp]);
      await rpc.request("evm_mine");
    },
    async head() {
      const found = await rpc.request("eth_getBlockByNumber", ["latest", false]);
      const { number, hash, timestamp } = found as Readonly<Record<keyof Head, string>>;
      return { number: Number(number), hash, timestamp: Number(timestamp) };
    },
    async reorganise(depth) {
      await rpc.request("anvil_reorg", [depth, []]);
    },
  };
}
