import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import postgres from "postgres";

export interface ReplicaWatchOptions {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly log: Logger;
}

/** Knows whether a streaming replica can be read. */
export interface ReplicaWatch {
  isUsable(): boolean;
  /** Calls `onChange` when that changes. Returns the function that stops it. */
  follow(onChange: () => void): () => void;
  /** Looks at once, as a read of the replica failed. */
  look(): void;
  close(): Promise<void>;
}

const LOOK_INTERVAL_MS = 1_000;
/** Longer than this neither server may take to answer. */
const ANSWER_TIMEOUT_MS = 2_000;
/** What the primary wrote so long ago, the replica must show. */
const MAX_BEHIND_MS = 3_000;

/** How far the primary had written its log at a time. */
interface Written {
  readonly position: string;
  readonly atMs: number;
}

/**
 * Looks at a replica every second. It is usable while it answers and is less than 3 s behind; once lost, when it has caught up with
 * the primary. While the primary does not answer, a replica is as good as anything.
 *
 * @returns After the first look.
 */
export async function startReplicaWatch(options: ReplicaWatchOptions): Promise<ReplicaWatch> {
  const { log } = options;
  const primary = createProbe(options.primaryUrl);
  const replica = createProbe(options.replicaUrl);
  const followers = new Set<() => void>();
  let written: readonly Written[] = [];
  let fault: string | null = "it was not asked yet";

  /** Why the replica cannot be read; null: it can. */
  async function examine(): Promise<string | null> {
    const wanted = await wantedPosition();
    try {
      const [found] = await replica.ask(
        (sql) =>
          sql<{ replays: boolean; shows: boolean | null }[]>`
          select pg_is_in_recovery() as replays, pg_last_wal_replay_lsn() >= ${wanted}::pg_lsn as shows`,
      );
      if (found?.replays !== true) return "the server of DATABASE_REPLICA_URL is no replica";
      if (found.shows === false) return "it is behind the primary";
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** What the replica has to show; null while the primary does not say. */
  async function wantedPosition(): Promise<string | null> {
    try {
      const [found] = await primary.ask(
        (sql) => sql<{ position: string }[]>`select pg_current_wal_flush_lsn()::text as position`,
      );
      const nowMs = performance.now();
      if (found === undefined) return null;
      const past = written.filter(({ atMs }) => nowMs - atMs >= MAX_BEHIND_MS);
      written = [...past.slice(-1), ...written.slice(past.length), { ...found, atMs: nowMs }];
      return fault === null ? (past.at(-1)?.position ?? null) : found.position;
    } catch (error) {
      log.debug({ err: error }, "the primary did not say how far it is");
      return null;
    }
  }

  async function lookOnce(): Promise<void> {
    const found = await examine();
    const changed = (found === null) !== (fault === null);
    if (found !== null && found !== fault) {
      log.warn({ reason: found }, "the replica cannot be read; the primary is read instead");
    } else if (found === null && changed) {
      log.info("the replica is read");
    }
    fault = found;
    if (changed) for (const onChange of followers) onChange();
  }

  let running: Promise<void> | null = null;
  function look(): Promise<void> {
    running ??= lookOnce().finally(() => {
      running = null;
    });
    return running;
  }

  await look();
  const timer = setInterval(() => void look(), LOOK_INTERVAL_MS);
  return {
    isUsable: () => fault === null,
    follow(onChange) {
      followers.add(onChange);
      return () => followers.delete(onChange);
    },
    look: () => void look(),
    async close() {
      clearInterval(timer);
      await running;
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

/** A connection on which single questions are asked, of a server that may be gone. */
function createProbe(url: string) {
  const connect = () =>
    postgres(url, {
      max: 1,
      connect_timeout: ANSWER_TIMEOUT_MS / 1_000,
      onnotice: () => undefined,
      connection: { application_name: "weir_replica_watch" },
    });
  let client = connect();
  const late = async (): Promise<never> => {
    await sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false });
    throw new Error(`it did not answer within ${ANSWER_TIMEOUT_MS} ms`);
  };
  return {
    async ask<T>(question: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
      try {
        return await Promise.race([question(client), late()]);
      } catch (error) {
        // A connection to a machine that is gone stays silent for minutes.
        void client.end({ timeout: 0 });
        client = connect();
        throw error;
      }
    },
    close: () => client.end({ timeout: 1 }),
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || String(code);
}
