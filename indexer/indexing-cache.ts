// Stands for Ponder's `indexing-store/cache.js`, which keeps rows between live blocks. Before each
// it drops what the last one did not read, so that where chains share a process, each asks for all
// rows of its own again, one by one: half of the statements of a quiet block. Ponder itself forgets
// all rows where a block fails or is taken back.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/indexing-store/cache.ts
// @ts-expect-error: the package has no types of it.
import * as original from "../node_modules/ponder/dist/esm/indexing-store/cache.js";

// @ts-expect-error: as above.
export * from "../node_modules/ponder/dist/esm/indexing-store/cache.js";

/** What Ponder calls before it hands events to handlers. */
export interface PrefetchingCache {
  prefetch(batch: { readonly events: readonly unknown[] }): Promise<void>;
}

/** To read in advance pays for batches from this many events on. */
const MANY_EVENTS = 64;
/** Quiet batches in a row after which what was not read of late is dropped all the same. */
const MOST_QUIET = 60;

/** A cache that keeps rows through quiet blocks. */
export function createIndexingCache(options: object): PrefetchingCache {
  return keptWhileQuiet(original.createIndexingCache(options));
}

/** Has a cache read in advance, and drop rows, only where a batch is large or others waited. */
export function keptWhileQuiet<Cache extends PrefetchingCache>(cache: Cache): Cache {
  const prefetch = cache.prefetch.bind(cache);
  let quiet = 0;
  // In place, as the cache has setters.
  cache.prefetch = async (batch) => {
    quiet = batch.events.length < MANY_EVENTS ? quiet + 1 : 0;
    if (quiet % MOST_QUIET === 0) await prefetch(batch);
  };
  return cache;
}
