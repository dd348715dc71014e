import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Store } from "../../catalog/database.ts";
import { inTransaction } from "./in-transaction.ts";

export interface PostgresStoreOptions {
  /** Connection string. */
  readonly url: string;
  /** Schema that the indexer writes to. */
  readonly schema: string;
  /** Connections besides the one that listens. */
  readonly connections?: number;
}

/**
 * Milliseconds that a read waits for a lock; the indexer locks its tables while it rolls a reorg
 * back.
 */
const LOCK_TIMEOUT_MS = 500;
/** Milliseconds that one statement may run; the first read of a large chain is the longest. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * SQLSTATE of failures that a second try cures: serialization_failure, deadlock_detected,
 * lock_not_available.
 *
 * @see https://www.postgresql.org/docs/17/errcodes-appendix.html
 */
const RETRYABLE_STATES: ReadonlySet<string> = new Set(["40001", "40P01", "55P03"]);

/**
 * Store on the Postgres database that the indexer writes to.
 *
 * Tables are found by the search path, so that they may be declared with or without the schema's
 * name: inside Ponder's process they carry it, elsewhere they do not. The connection that listens
 * is separate and reconnects by itself.
 */
export function createPostgresStore({ url, schema, connections = 2 }: PostgresStoreOptions): Store {
  const client = postgres(url, {
    max: connections,
    connect_timeout: 10,
    // Prints notices to stdout otherwise.
    onnotice: () => undefined,
    connection: {
      application_name: `${schema}_graph`,
      search_path: `"${schema}"`,
      lock_timeout: LOCK_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
    },
  });
  const db = drizzle(client);

  return {
    peek: (read) => twice(() => read(db)),
    snapshot: (read) =>
      twice(() =>
        inTransaction(db, { isolationLevel: "repeatable read", accessMode: "read only" }, read),
      ),
    async listen(onBlock) {
      const { unlisten } = await client.listen(liveQueryChannel(schema), onBlock, onBlock);
      return unlisten;
    },
    close: () => client.end({ timeout: 1 }),
  };
}

/**
 * Channel that Ponder notifies after each block that it committed live.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/drizzle/onchain.ts `getLiveQueryChannelName`
 */
export function liveQueryChannel(schema: string): string {
  return `${schema}_live_query`;
}

async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (isRetryable(error)) return attempt();
    throw error;
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && RETRYABLE_STATES.has(error.code);
}
