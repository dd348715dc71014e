import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import postgres, { type Sql } from "postgres";
import { hourOf } from "../../catalog/hours.ts";
import { finalityBlocks } from "../../lib/finality.ts";
import type { RunningChainService } from "../chain/chain-service.ts";
import { readHeader } from "../chain/past/headers.ts";
import { newestBlockUpTo } from "../chain/past/newest-block.ts";
import type { Retained, RetainedHistories } from "../records/retained-history.ts";
import { deleteHistory } from "./delete-history.ts";

export interface RetentionOptions {
  /** Days of a chain's time that are kept. */
  readonly days: number;
  /** Looked at each time, as entries are replaced. */
  readonly chains: ReadonlyMap<number, RetainedChain>;
  /** Schema of the tables that a chain is served from; null: none yet. */
  schemaOf(chainId: number): string | null;
  readonly retained: RetainedHistories;
  readonly databaseUrl: string;
  readonly log: Logger;
  /**
   * Milliseconds between the word that something goes and its deletion: questions that were asked
   * before are answered, and all processes have heard of it.
   */
  readonly graceMs: number;
}

/** What is asked of a chain. */
export type RetainedChain = Pick<
  RunningChainService,
  "client" | "read" | "lastSnapshot" | "earliestBlock"
>;

/** Deletes the past of chains that is older than some days. */
export interface Retention {
  /** Looks at every chain now; what fails is logged and tried again by the next look. */
  look(): Promise<void>;
  /** Ends after the statement under way. */
  close(): Promise<void>;
}

const LOOK_INTERVAL_MS = 60_000;
/** The past goes by whole days: each time all tables are looked through. */
const SECONDS_PER_DAY = 86_400;
/**
 * Key of the advisory locks, with the chain's id, under which one process deletes ("wret" in
 * ASCII).
 */
const LOCK = 0x77726574;
/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = "42501";
/** Times a chain's finality below which a block may still be replaced, in any case. */
const FINALITIES = 2;

/** Starts to delete what is too old, of each chain one process at a time. */
export function startRetention(options: RetentionOptions): Retention {
  const { days, chains, retained, log, graceMs } = options;
  const stop = new AbortController();
  /** When the first block of an index was, by schema and block: it is asked of a node. */
  const begun = new Map<string, number>();

  /** From where on the past of a chain is to be kept; null: as it is. */
  async function dueOf(chainId: number, chain: RetainedChain): Promise<Retained | null> {
    const [schema, newest] = [options.schemaOf(chainId), chain.lastSnapshot()?.block];
    const { earliestBlock } = chain;
    if (schema === null || newest === undefined || earliestBlock === null) return null;
    const before = retained.of({ schema, chainId });
    if (before?.isDeleted === false) return before;
    const since = hourOf(BigInt(Math.max(0, newest.timestamp - days * SECONDS_PER_DAY)));
    if (since - (before?.since ?? 0) < SECONDS_PER_DAY) return null;
    const source = { chainId, client: chain.client, store: { snapshot: chain.read } };
    const read = (number: number) => readHeader(source, number, newest);
    const name = `${schema} ${chainId} ${earliestBlock}`;
    const start = begun.get(name) ?? (await read(earliestBlock)).timestamp;
    begun.set(name, start);
    if (start >= since) return null;
    const bounds = { first: { number: earliestBlock, timestamp: start }, last: newest };
    const { number: block } = await newestBlockUpTo(since, bounds, read);
    if (block > newest.number - FINALITIES * finalityBlocks(chainId)) return null;
    return { schema, chainId, block, since, isDeleted: false };
  }

  async function lookAt(chainId: number, chain: RetainedChain): Promise<void> {
    if ((await dueOf(chainId, chain)) === null) return;
    const sql = untriggered(options.databaseUrl);
    try {
      const [lock] = await sql<{ taken: boolean }[]>`
        select pg_try_advisory_lock(${LOCK}, ${chainId}) as taken`;
      if (lock?.taken !== true) return;
      // Another process may have done it.
      await retained.refresh();
      const due = await dueOf(chainId, chain);
      if (due === null) return;
      await retained.announce(due);
      await sleep(graceMs, undefined, { signal: stop.signal });
      const rows = await deleteHistory(due, { sql, signal: stop.signal });
      if (stop.signal.aborted) return;
      await retained.finish(due);
      log.info({ ...due, rows }, "the past of before was deleted");
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  let failure: string | null = null;
  async function lookAtAll(): Promise<void> {
    for (const [chainId, chain] of chains) {
      try {
        await lookAt(chainId, chain);
      } catch (error) {
        if (stop.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        if (message !== failure) report(error, { chainId, log });
        failure = message;
      }
    }
  }

  let running: Promise<void> | null = null;
  function look(): Promise<void> {
    running ??= lookAtAll().finally(() => {
      running = null;
    });
    return running;
  }
  const timer = setInterval(look, LOOK_INTERVAL_MS);

  return {
    look,
    async close() {
      stop.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * A connection without what Ponder lets happen after a write, which is for its own: it would keep
 * each deleted row for a reorganisation to bring back.
 */
function untriggered(url: string): Sql {
  return postgres(url, {
    ...{ max: 1, connect_timeout: 10, onnotice: () => undefined },
    connection: { application_name: "weir_retention", session_replication_role: "replica" },
  });
}

function report(
  error: unknown,
  { chainId, log }: { readonly chainId: number; readonly log: Logger },
): void {
  if ((error as { readonly code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) {
    log.warn({ chainId, err: error }, "the past cannot be deleted now");
    return;
  }
  log.error(
    { chainId },
    "HISTORY_DAYS is set, but the user of DATABASE_URL may not switch off triggers; as a superuser run GRANT SET ON PARAMETER session_replication_role TO that user, or unset it.",
  );
}
