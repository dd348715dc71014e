import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { ReadDatabase, Store } from "../../catalog/database.ts";

/** Milliseconds between two looks at where the views lead. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Schema of the deployment whose tables the views of `viewsSchema` show; null before Ponder has made them, which it does when a deployment
 * is backfilled.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/database/actions.ts `createViews`
 */
export async function readShownSchema(
  db: ReadDatabase,
  viewsSchema: string,
): Promise<string | null> {
  const view = `"${viewsSchema}"._ponder_meta`;
  const [found] = await db
    .select({ schema: sql<string>`shown.relnamespace::regnamespace::text` })
    .from(sql`pg_rewrite rule
      join pg_depend dependency
        on dependency.classid = 'pg_rewrite'::regclass and dependency.objid = rule.oid
      join pg_class shown on shown.oid = dependency.refobjid`)
    .where(sql`dependency.refclassid = 'pg_class'::regclass
      and rule.ev_class = to_regclass(${view}) and shown.oid <> rule.ev_class`)
    .limit(1);
  return found?.schema ?? null;
}

export interface DeploymentsOptions {
  /** Any store of the database. */
  readonly store: Store;
  readonly viewsSchema: string;
  /** What is read now; null: nothing yet. */
  readonly schema: string | null;
  /** Called with the schema that the views were switched to. */
  readonly onSwitch: (schema: string) => void;
  readonly log: Logger;
}

/** Follows where the views lead. Returns the function that ends it. */
export function followDeployments(options: DeploymentsOptions): () => Promise<void> {
  const { store, viewsSchema, onSwitch, log } = options;
  let known = options.schema;
  let running: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      const shown = await store.peek((db) => readShownSchema(db, viewsSchema));
      if (shown === null || shown === known) return;
      known = shown;
      onSwitch(shown);
    } catch (error) {
      log.debug({ err: error }, "the views cannot be looked at");
    }
  }

  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null;
    });
  }, LOOK_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
