import postgres from "postgres";
import { StartError } from "./failure.ts";
import { requireSameChain } from "./identity.ts";
import { forgetIndex, type KeptIndex, keepIndex, restoreIndex } from "./kept-index.ts";
import type { NodeRpc } from "./node-rpc.ts";

/** Comment on the devnet's schema; it marks a database whose contents may be dropped. */
const DEVNET_MARK = "weir devnet: dropped at every start";
/** Key of the advisory lock that a running devnet holds on its database ("weir" in ASCII). */
const DEVNET_LOCK = 0x77656972;

type Sql = postgres.Sql;

async function connect(url: string): Promise<Sql> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`select 1`;
    return sql;
  } catch (error) {
    await sql.end();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The database of DATABASE_URL did not answer: ${message || code}; check the URL and that it is up, or unset it for the server that npm start brings.`,
    );
  }
}

/** Whether a database answers. */
export async function answers(url: string): Promise<boolean> {
  try {
    await requireDatabase(url);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/** Checks that the database answers. @throws StartError */
export async function requireDatabase(url: string): Promise<void> {
  const sql = await connect(url);
  await sql.end();
}

async function devnetSchemas(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where obj_description(oid, 'pg_namespace') = ${DEVNET_MARK}`;
  return rows.map(({ name }) => name);
}

async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass(${name}) is not null as found`;
  return row?.found === true;
}

/** Whether the cache of chain data, which all schemas of a database share, holds anything. */
async function hasCache(sql: Sql): Promise<boolean> {
  if (!(await hasTable(sql, "ponder_sync.intervals"))) return false;
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from ponder_sync.intervals) or exists (select 1 from ponder_sync.blocks)
      or exists (select 1 from ponder_sync.rpc_request_results) as found`;
  return row?.found === true;
}

/** A database that a devnet has for itself. */
export interface DevnetDatabase {
  /** Whether its tables hold the chains as they are prepared already. */
  readonly isIndexed: boolean;
  /** Keeps the tables for later devnets, while the chains stand as they were prepared. */
  keep(): Promise<void>;
  /** Gives the database back. */
  release(): Promise<void>;
}

/**
 * Takes a database for a devnet, whose chains start anew each time, and marks it: its tables are
 * what was kept of an index of the same facts, or none. Only an empty database or one that carries
 * the mark is touched.
 *
 * @param index Where the devnet's tables will be, and what decides what they hold.
 * @throws StartError when the database holds anything else, or a devnet runs on it.
 */
export async function claimForDevnet(url: string, index: KeptIndex): Promise<DevnetDatabase> {
  const { schema } = index;
  const sql = await connect(url);
  try {
    const [lock] = await sql<
      { taken: boolean }[]
    >`select pg_try_advisory_lock(${DEVNET_LOCK}) as taken`;
    if (lock?.taken !== true) {
      throw new StartError(
        "The database of DATABASE_URL is in use by another devnet; stop it, or name another database.",
      );
    }
    const marked = await devnetSchemas(sql);
    if (marked.length === 0 && (await hasCache(sql))) {
      throw new StartError(
        "The database of DATABASE_URL holds data of real chains, which a devnet would corrupt; name an empty database, or set PONDER_RPC_URL_<chainId> to index those chains.",
      );
    }
    if (marked.length === 0 && (await hasTable(sql, `${schema}._ponder_meta`))) {
      throw new StartError(
        `The schema ${schema} of the database of DATABASE_URL is in use; set DATABASE_SCHEMA to another name.`,
      );
    }
    // Whatever is wrong with what was kept, it can be made anew.
    const isIndexed =
      marked.includes(schema) && (await restoreIndex(sql, index).catch(() => false));
    for (const name of marked) {
      if (!isIndexed || name !== schema) await sql`drop schema ${sql(name)} cascade`;
    }
    if (marked.length > 0) await sql`drop schema if exists weir_seed cascade`;
    if (marked.length > 0 && !isIndexed) {
      await sql`drop schema if exists ponder_sync cascade`;
      await forgetIndex(sql);
    }
    // What was recorded of the chains before; the migrations would not create the tables again.
    for (const table of [
      ...[
        "recorded_hours",
        "prices",
        "tvl",
        "apy",
        "chain_indexes",
        "wanted_pools",
        "chosen_connectors",
      ],
    ]) {
      const name = `weir_app.${table}`;
      if (marked.length > 0 && (await hasTable(sql, name))) await sql`truncate ${sql(name)}`;
    }
    await sql`create schema if not exists ${sql(schema)}`;
    await sql.unsafe(`comment on schema "${schema}" is '${DEVNET_MARK}'`);
    return { isIndexed, keep: () => keepIndex(sql, index), release: () => sql.end() };
  } catch (error) {
    await sql.end();
    throw error;
  }
}

/**
 * Checks that the cached chain data of the database is of the chains that the nodes serve.
 *
 * @throws StartError when it is of others, or of a devnet.
 */
export async function requireOwnChains(
  url: string,
  nodes: ReadonlyMap<number, NodeRpc>,
): Promise<void> {
  const sql = await connect(url);
  try {
    const remedy = "name another database, or drop its schema ponder_sync and the indexed one.";
    const [marked] = await devnetSchemas(sql);
    if (marked !== undefined) {
      throw new StartError(
        `The database of DATABASE_URL holds a devnet (schema ${marked}); name another database, or drop the schemas ${marked} and ponder_sync.`,
      );
    }
    if (!(await hasTable(sql, "ponder_sync.blocks"))) return;
    for (const [chainId, node] of nodes) {
      const [cached] = await sql<{ number: string; hash: string }[]>`
        select number, hash from ponder_sync.blocks where chain_id = ${chainId} order by number desc limit 1`;
      if (cached === undefined) continue;
      const stored = { number: Number(cached.number), hash: cached.hash };
      await requireSameChain(node, stored, {
        chainId,
        store: "The database of DATABASE_URL",
        remedy,
      });
    }
  } finally {
    await sql.end();
  }
}
