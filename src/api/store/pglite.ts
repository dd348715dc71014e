import { drizzle, type PgliteClient } from "drizzle-orm/pglite";
import type { Logger } from "pino";
import type { Store } from "../../catalog/database.ts";
import type { BlockLock } from "./block-lock.ts";
import { liveQueryChannel } from "./postgres.ts";

export interface PgliteStoreOptions {
  /** The indexer's own instance; a second one on the same directory would corrupt it. */
  readonly instance: PgliteClient;
  /** Schema that the indexer writes to. */
  readonly schema: string;
  /** Keeps what is being written from snapshots. */
  readonly whileSettled: BlockLock;
  readonly log: Pick<Logger, "error">;
  /** Five minutes when absent, as Postgres does by itself. */
  readonly checkpointIntervalMs?: number;
}

const CHECKPOINT_INTERVAL_MS = 300_000;

/**
 * Store on the embedded database that the indexer of the same process writes to.
 *
 * The instance has one connection and runs one transaction at a time. A snapshot waits until no block is being written; a peek does not,
 * and may see a part of one. Closing the store leaves the instance open: it is the indexer's. It has no process for checkpoints either, without which its log would grow for ever, and be replayed from its start after a
 * crash; the store asks for them.
 */
export function createPgliteStore(options: PgliteStoreOptions): Store {
  const { instance, schema, whileSettled, log } = options;
  const db = drizzle(instance);
  const checkpoints = setInterval(() => {
    instance.exec("CHECKPOINT").catch((error: unknown) => {
      log.error({ err: error }, "the embedded database made no checkpoint; its log grows");
    });
  }, options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS);
  return {
    peek: (read) => read(db),
    snapshot: (read) =>
      whileSettled(() =>
        db.transaction((tx) => read(tx), {
          isolationLevel: "repeatable read",
          accessMode: "read only",
        }),
      ),
    listen: (onBlock) => instance.listen(liveQueryChannel(schema), onBlock),
    async close() {
      clearInterval(checkpoints);
    },
  };
}
