import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { inTransaction } from "../store/in-transaction.ts";

/** The tables of `schema.ts`, to read and to write. */
export type RecordsDatabase = Pick<
  PgDatabase<PgQueryResultHKT>,
  "select" | "insert" | "update" | "delete" | "execute"
>;

/** The database of what Weir keeps for itself, its tables up to date. */
export interface Records {
  readonly db: RecordsDatabase;
  /** Runs `work` in one transaction. */
  transaction<T>(work: (db: RecordsDatabase) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotice` after each `notify` of the same channel, in whichever process, and whenever
   * one may have been missed. Returns the function that stops it.
   */
  listen(channel: string, onNotice: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL("migrations", import.meta.url)),
  migrationsSchema: "weir_app",
  migrationsTable: "migrations",
};
/**
 * Key of the advisory lock under which one process migrates while others wait ("wapp" in ASCII).
 */
const MIGRATION_LOCK = 0x77617070;
const CONNECTIONS = 4;
/** Milliseconds for one statement; all of them touch a few rows. */
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Opens the records and brings their tables up to date. Several processes may do so at once.
 *
 * @param url Connection string.
 * @throws What the database answers; nothing is left open then.
 */
export async function openRecords(url: string): Promise<Records> {
  await migrateAlone(url);
  const client = postgres(url, {
    max: CONNECTIONS,
    connect_timeout: 10,
    // Prints notices to stdout otherwise.
    onnotice: () => undefined,
    connection: { application_name: "weir_app", statement_timeout: STATEMENT_TIMEOUT_MS },
  });
  const db = drizzle(client);
  return {
    db,
    transaction: (work) => inTransaction(db, null, work),
    async listen(channel, onNotice) {
      // The last argument is called after a lost connection is back, too.
      const { unlisten } = await client.listen(channel, onNotice, onNotice);
      return unlisten;
    },
    close: () => client.end({ timeout: 1 }),
  };
}

/** On a connection of its own, which holds the lock until it ends, whatever happens. */
async function migrateAlone(url: string): Promise<void> {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: "weir_app_migrations" },
  });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client), MIGRATIONS);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Tells every listener of `channel`; inside a transaction, once it is committed. */
export async function notify(db: RecordsDatabase, channel: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, '')`);
}
