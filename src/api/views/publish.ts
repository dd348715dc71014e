import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { readBackfilledIndexes, serveFrom } from "../indexes/chain-indexes.ts";
import type { Records, RecordsDatabase } from "../records/open.ts";
import { VIEWS } from "./index.ts";
import { makeReaders, READER_GRANT } from "./reader-role.ts";
import { MARK, viewsStatement } from "./statement.ts";
import { VIEWS_SCHEMA } from "./view.ts";

export interface PublishOptions {
  readonly records: Pick<Records, "db" | "transaction">;
  /** What the indexer of this process fills. */
  readonly index: FilledIndex;
  readonly log: Logger;
}

/** Tables that an indexer fills. */
export interface FilledIndex {
  readonly schema: string;
  readonly chainIds: readonly number[];
}

const RETRY_INTERVAL_MS = 1_000;
/**
 * Milliseconds to wait for those who read the views; new readers wait as long. Who reads one view
 * and then another may wait for this, and this for them: less than a second, after which Postgres
 * would end one of the two, maybe the reader.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-locks.html#GUC-DEADLOCK-TIMEOUT
 */
const DROP_TIMEOUT_MS = 500;
/**
 * Key of the advisory lock under which one process makes views while others wait ("view" in ASCII).
 */
const VIEWS_LOCK = 0x76696577;

/**
 * Serves chains from an index, and shows it in the views, once it is backfilled. Where others read
 * the views or the database is away, it tries again. Returns the function that ends the tries.
 */
export function publishIndex({ records, index, log }: PublishOptions): () => Promise<void> {
  const end = new AbortController();
  let failure: string | null = null;

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        if (await isBackfilled(records.db, index.schema)) {
          await serveFrom(records, index);
          await makeViews(records, log);
          log.info({ ...index, views: VIEWS_SCHEMA }, "the chains are served from this schema");
          return;
        }
        failure = null;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== failure) log.warn({ err: error }, "the views are not made yet");
        failure = message;
      }
      // Ends early, and fails then, when nobody waits any more.
      await sleep(RETRY_INTERVAL_MS, undefined, { signal: end.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return async () => {
    end.abort();
    await running;
  };
}

/**
 * Makes the views on the tables that chains are served from, unless they are the same already, and
 * lets the reading roles read them. Other sessions see either all old views or all new ones.
 *
 * @throws Error when a schema of their name belongs to somebody else; what the database answers,
 *   as when others read the views for long.
 */
export async function makeViews(
  { transaction }: Pick<Records, "transaction">,
  log: Logger,
): Promise<void> {
  await transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${VIEWS_LOCK})`);
    await makeReaders(db, log);
    const { version, sql: statement } = viewsStatement(await readBackfilledIndexes(db));
    const [found] = await db
      .select({
        comment: sql<string | null>`obj_description(oid, 'pg_namespace')`,
        views: sql<number>`(select count(*)::int from pg_class where relnamespace = pg_namespace.oid)`,
      })
      .from(sql`pg_namespace`)
      .where(sql`nspname = ${VIEWS_SCHEMA}`);
    if (found !== undefined && found.comment?.startsWith(MARK) !== true) {
      throw new Error(
        `The schema ${VIEWS_SCHEMA} of the database is not Weir's; rename it, so that the views can be made there.`,
      );
    }
    // Whoever drops a table drops the views on it.
    if (found?.comment === version && found.views === VIEWS.length) {
      await db.execute(sql.raw(`do $grant$ begin ${READER_GRANT}; end $grant$`));
      return;
    }
    await db.execute(sql.raw(`set local statement_timeout = ${DROP_TIMEOUT_MS}`));
    await db.execute(sql.raw(`drop schema if exists ${VIEWS_SCHEMA} cascade`));
    await db.execute(sql`set local statement_timeout to default`);
    await db.execute(sql.raw(statement));
  });
}

/**
 * Whether the indexer has reached the head once.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/database/index.ts `PonderApp6`
 */
async function isBackfilled(db: RecordsDatabase, schema: string): Promise<boolean> {
  const [app] = await db
    .select({ isReady: sql<boolean>`value ->> 'is_ready' = '1'` })
    .from(sql.raw(`"${schema}"._ponder_meta`))
    .where(sql`key = 'app'`);
  return app?.isReady === true;
}
