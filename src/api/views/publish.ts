import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Records, RecordsDatabase } from "../records/open.ts";
import { VIEWS } from "./index.ts";
import { makeReader, READER_GRANT } from "./reader-role.ts";
import { MARK, viewsStatement } from "./statement.ts";
import { VIEWS_SCHEMA } from "./view.ts";

type ViewsRecords = Pick<Records, "db" | "transaction">;

export interface PublishOptions {
  readonly records: ViewsRecords & Pick<Records, "isShared">;
  /** Schema that the deployment of this process fills. */
  readonly schema: string;
  readonly log: Logger;
}

const RETRY_INTERVAL_MS = 1_000;
/**
 * Milliseconds to wait for those who read the views; new readers wait as long. Who reads one view and then another may wait for this, and
 * this for them: less than a second, after which Postgres would end one of the two, maybe the reader.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-locks.html#GUC-DEADLOCK-TIMEOUT
 */
const DROP_TIMEOUT_MS = 500;

/**
 * Shows a deployment in the views once it is backfilled. Until then, they show what they did. Where others read them or the database is away,
 * it tries again. Returns the function that ends the tries.
 */
export function publishViews({ records, schema, log }: PublishOptions): () => Promise<void> {
  const end = new AbortController();
  let failure: string | null = null;

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        if (await isBackfilled(records.db, schema)) {
          if (records.isShared) await makeReader(records.db, log);
          await makeViews(records, schema);
          log.info({ schema, views: VIEWS_SCHEMA }, "the views show this schema");
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
 * Makes the views on the tables of a schema, unless they are the same already, and lets the reader's role read them. Other sessions see
 * either all old views or all new ones.
 *
 * @throws Error when a schema of their name belongs to somebody else; what the database answers, as when others read the views for long.
 */
export async function makeViews({ db, transaction }: ViewsRecords, schema: string): Promise<void> {
  const { version, sql: statement } = viewsStatement(schema);
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
  const isMade = found?.comment === version && found.views === VIEWS.length;
  if (isMade) {
    await db.execute(sql.raw(`do $grant$ begin ${READER_GRANT}; end $grant$`));
    return;
  }
  await transaction(async (db) => {
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
