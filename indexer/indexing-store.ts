// Stands for Ponder's `indexing-store/index.js`. Around each query of a handler Ponder makes two
// savepoints: one to write rows that it holds back of the tables asked for, mostly none, and one to
// try the query again should it fail. Ours change nothing, and fail with the connection: then the
// whole transaction is made again. More than half of a block's statements were of these.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/indexing-store/index.ts
import { getTableName, type Table } from "drizzle-orm";
// @ts-expect-error: the package has no types of it.
import * as original from "../node_modules/ponder/dist/esm/indexing-store/index.js";

// @ts-expect-error: as above.
export * from "../node_modules/ponder/dist/esm/indexing-store/index.js";

/** What Ponder's store calls of what holds rows back. */
export interface IndexingCache {
  set(entry: { readonly table: Table }): unknown;
  flush(of?: { readonly tableNames?: ReadonlySet<string> | undefined }): Promise<void>;
  clear(): void;
}

/** A transaction of Ponder's. */
interface Transaction {
  readonly $dialect: string;
}

interface IndexingStore {
  readonly db: unknown;
  qb: unknown;
  isProcessingEvents: boolean;
}

/** A store whose queries cost one statement each. */
export function createIndexingStore(options: {
  readonly indexingCache: IndexingCache;
}): IndexingStore {
  const store: IndexingStore = original.createIndexingStore({
    ...options,
    indexingCache: flushedWhenHeld(options.indexingCache),
  });
  return {
    db: store.db,
    set qb(transaction: Transaction) {
      store.qb = {
        $dialect: transaction.$dialect,
        transaction: (run: (within: Transaction) => Promise<unknown>) => run(transaction),
      };
    },
    set isProcessingEvents(value: boolean) {
      store.isProcessingEvents = value;
    },
  };
}

/** A cache that is asked to write only where it may have something to. */
export function flushedWhenHeld<Cache extends IndexingCache>(cache: Cache): Cache {
  /** Names of tables; Ponder writes them at the end of a block, too, which is not seen here. */
  const held = new Set<string>();
  return {
    ...cache,
    set(entry) {
      held.add(getTableName(entry.table));
      return cache.set(entry);
    },
    async flush({ tableNames } = {}) {
      const names = [...held].filter((name) => tableNames === undefined || tableNames.has(name));
      if (names.length === 0) return;
      await cache.flush({ tableNames });
      for (const name of names) held.delete(name);
    },
    clear() {
      held.clear();
      cache.clear();
    },
  };
}
