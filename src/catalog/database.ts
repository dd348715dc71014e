import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/**
 * The part of a drizzle database that readers use. A read never writes, and several reads of one
 * `snapshot` agree.
 */
export type ReadDatabase = Pick<PgDatabase<PgQueryResultHKT>, "select">;

/** A connection to the indexed tables. */
export interface Store {
  /** Runs a `read` of one statement, without the cost of a transaction. */
  peek<T>(read: (db: ReadDatabase) => Promise<T>): Promise<T>;
  /** Runs `read` in one REPEATABLE READ transaction. */
  snapshot<T>(read: (db: ReadDatabase) => Promise<T>): Promise<T>;
  /**
   * Calls `onBlock` after each committed live block; a hint, not a guarantee. Returns the function
   * that stops it.
   */
  listen(onBlock: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
