import { drizzle, type PgliteClient } from "drizzle-orm/pglite";
import type { Store } from "../../catalog/database.ts";
import { liveQueryChannel } from "./postgres.ts";

export interface PgliteStoreOptions {
  /** The indexer's own instance; a second one on the same directory would corrupt it. */
  readonly instance: PgliteClient;
  /** Schema that the indexer writes to. */
  readonly schema: string;
}

/**
 * Store on the embedded database that the indexer of the same process writes to.
 *
 * The instance has one connection and runs one transaction at a time. Closing the store leaves it open: it is the
 * indexer's.
 */
export function createPgliteStore({ instance, schema }: PgliteStoreOptions): Store {
  const db = drizzle(instance);
  return {
    peek: (read) => read(db),
    snapshot: (read) =>
      db.transaction((tx) => read(tx), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      }),
    listen: (onBlock) => instance.listen(liveQueryChannel(schema), onBlock),
    close: () => Promise.resolve(),
  };
}
