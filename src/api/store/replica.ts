import type { Logger } from "pino";
import type { Store } from "../../catalog/database.ts";
import type { ReplicaWatch } from "./replica-watch.ts";

export interface ReplicaStoreOptions {
  /** Store on the primary; closed with this one. */
  readonly primary: Store;
  /** Opens a store on the replica. */
  readonly openReplica: () => Store;
  readonly watch: ReplicaWatch;
  readonly log: Logger;
}

/** Milliseconds after a notification at which the replica is looked at again: it may not have replayed the block yet. */
const ECHOES_MS = [10, 40, 120];

/**
 * Store that reads a streaming replica. The primary tells of blocks, as a replica refuses to, and is read whenever the replica cannot
 * be, a read that failed there included.
 */
export function createReplicaStore(options: ReplicaStoreOptions): Store {
  const { primary, openReplica, watch, log } = options;
  let replica: Store | null = null;
  const closing = new Set<Promise<void>>();

  function close(store: Store): void {
    const closed: Promise<void> = store
      .close()
      .catch((error: unknown) => log.debug({ err: error }, "connections to the replica broke"))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  /** Closing cuts the reads that wait for a replica which is gone; the primary then answers them. */
  function turn(): void {
    if (watch.isUsable()) {
      replica ??= openReplica();
      return;
    }
    if (replica !== null) close(replica);
    replica = null;
  }
  turn();
  const unfollow = watch.follow(turn);

  async function read<T>(from: (store: Store) => Promise<T>): Promise<T> {
    const used = replica;
    if (used === null) return from(primary);
    try {
      return await from(used);
    } catch (error) {
      log.debug({ err: error }, "a read of the replica failed; the primary is asked");
      watch.look();
      return from(primary);
    }
  }

  return {
    peek: (query) => read((store) => store.peek(query)),
    snapshot: (query) => read((store) => store.snapshot(query)),
    async listen(onBlock) {
      const echoes = new Set<NodeJS.Timeout>();
      const unlisten = await primary.listen(() => {
        onBlock();
        if (replica === null) return;
        for (const echoMs of ECHOES_MS) {
          const echo = setTimeout(() => {
            echoes.delete(echo);
            onBlock();
          }, echoMs);
          echoes.add(echo);
        }
      });
      return async () => {
        for (const echo of echoes) clearTimeout(echo);
        await unlisten();
      };
    },
    async close() {
      unfollow();
      if (replica !== null) close(replica);
      replica = null;
      await Promise.all([...closing, primary.close()]);
    },
  };
}
