import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { createRpc } from "../../devnet/rpc.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { type LaunchedPonder, launchPonder } from "../harness/ponder.ts";
import { newestBlock } from "./chain-script.ts";
import type { Query } from "./table-rows.ts";

/** An index that has not moved for so long does not. */
const STILL_MS = 240_000;
const POLL_MS = 50;

/** The node of the chain that is indexed. */
export interface IndexedNode {
  readonly chainId: number;
  readonly url: string;
}

/** A database with an index of one chain, and what reads it. */
export interface IndexDatabase {
  /** What the indexer is told of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly query: Query;
  close(): Promise<void>;
}

/** Makes an empty database on a server. */
export async function createIndexDatabase(serverUrl: string, name: string): Promise<IndexDatabase> {
  const url = new URL(serverUrl);
  const server = postgres(url.href, { max: 1, onnotice: () => undefined });
  await server.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  await server.end();
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  return {
    env: { DATABASE_URL: url.href },
    query: (statement) => sql.unsafe(statement),
    close: () => sql.end(),
  };
}

/** Starts an indexer of the node's chain, from its first block. */
export function launchIndexer(
  { chainId, url }: IndexedNode,
  env: Readonly<Record<string, string>>,
): Promise<LaunchedPonder> {
  return launchPonder({
    env: {
      [`PONDER_RPC_URL_${chainId}`]: url,
      [`PONDER_START_BLOCK_${chainId}`]: "0",
      DATABASE_SCHEMA: SCHEMA,
      POLLING_INTERVAL_MS: "100",
      ...env,
    },
    logLevel: "warn",
  });
}

/** As `launchIndexer`, once it listens. */
export async function startIndexer(
  node: IndexedNode,
  env: Readonly<Record<string, string>>,
): Promise<LaunchedPonder> {
  const ponder = await launchIndexer(node, env);
  try {
    await ponder.up();
  } catch (error) {
    await ponder.stop();
    throw error;
  }
  return ponder;
}

/** The newest blocks of an index; none before it has tables. */
async function newestHeads(query: Query): Promise<readonly { number: number; hash: string }[]> {
  try {
    return (await query(
      `SELECT number, hash FROM "${SCHEMA}".head_block ORDER BY number DESC LIMIT 1`,
    )) as readonly { number: number; hash: string }[];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Waits until an index stands on the newest block of a node.
 *
 * @throws Error when it has not moved for two minutes, or has ended.
 */
export async function followed(
  nodeUrl: string,
  { query, ponder }: { readonly query: Query; readonly ponder: LaunchedPonder },
): Promise<number> {
  const { number, hash } = await newestBlock(createRpc(nodeUrl));
  let last: string | undefined;
  for (let moved = Date.now(); ; await sleep(POLL_MS)) {
    const [head] = await newestHeads(query);
    if (head?.hash === hash) return number;
    if (head?.hash !== last) {
      moved = Date.now();
      last = head?.hash;
    }
    const is = ponder.isRunning() ? `stayed for ${STILL_MS} ms` : "was when the indexer ended";
    if (!ponder.isRunning() || Date.now() - moved > STILL_MS) {
      throw new Error(
        `Block ${number} ${hash} was not indexed; ${head?.number} ${is}:\n${ponder.output()}`,
      );
    }
  }
}

/**
 * Lets the lock of a killed indexer, if it had one, expire at once; by itself it does after 25 s.
 */
export async function expireLock(query: Query): Promise<void> {
  try {
    await query(
      `UPDATE "${SCHEMA}"._ponder_meta SET value = jsonb_set(value, '{heartbeat_at}', '0')`,
    );
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** 42P01 and 3F000: no such table, no such schema. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "42P01" || error.code === "3F000";
}
