import type { PgliteClient } from "drizzle-orm/pglite";
import { Hono } from "hono";
import { endCreation } from "../catalog/creation.ts";
import type { Store } from "../catalog/database.ts";
import { processEnvironment } from "../lib/env.ts";
import { launchApi } from "./launch.ts";
import { createLogger } from "./logging.ts";
import { openRecords, type Records, type RecordsLocation } from "./records/open.ts";
import { drainFirst } from "./signals.ts";
import { type BlockWriter, lockBlocks } from "./store/block-lock.ts";
import { createPgliteStore } from "./store/pglite.ts";
import { createPostgresStore } from "./store/postgres.ts";
import { turnBetweenStatements } from "./store/turns.ts";
import { publishViews } from "./views/publish.ts";

/**
 * What Ponder 0.17 keeps in globals of its process; not documented, hence the exact version in package.json.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/build/index.ts
 */
interface PonderGlobals {
  readonly PONDER_NAMESPACE_BUILD: { readonly schema: string };
  readonly PONDER_DATABASE: {
    readonly driver:
      | { readonly dialect: "pglite"; readonly instance: PgliteClient }
      | { readonly dialect: "postgres" };
    readonly userQB: BlockWriter;
  };
  readonly PONDER_COMMON: {
    readonly shutdown: Shutdown;
    /** Ends with the process, or with this file when `ponder dev` loads it again. */
    readonly apiShutdown: Shutdown;
  };
}

interface Shutdown {
  add(callback: () => Promise<void>): void;
  kill(): Promise<void>;
}

const environment = processEnvironment();
const log = createLogger({ level: environment.logLevel });
const ponder = globalThis as typeof globalThis & PonderGlobals;

/** As records and tables are opened from. */
type Location = Required<RecordsLocation>;

function openStore(location: Location, schema: string): Store {
  if (location.kind === "postgres") return createPostgresStore({ url: location.url, schema });
  const { instance, whileSettled } = location;
  return createPgliteStore({ instance, schema, whileSettled, log });
}

function databaseOf(): Location {
  const { driver, userQB } = ponder.PONDER_DATABASE;
  if (driver.dialect === "pglite") {
    const { instance } = driver;
    turnBetweenStatements(instance);
    const whileSettled = lockBlocks(userQB, {
      database: instance,
      lost() {
        log.fatal("the embedded database took a block back; the next start goes on before it");
        process.exit(1);
      },
    });
    return { kind: "pglite", instance, whileSettled };
  }
  if (environment.database.kind === "postgres") return environment.database;
  throw new Error("Ponder uses Postgres but DATABASE_URL is not set; set it.");
}

async function recordsIn(location: RecordsLocation): Promise<Records> {
  const records = await openRecords(location);
  const { database } = environment;
  if (database.kind === "pglite" && database.directory !== null) endCreation(database.directory);
  return records;
}

async function serve(): Promise<void> {
  const location = databaseOf();
  const records = await recordsIn(location);
  const { schema } = ponder.PONDER_NAMESPACE_BUILD;
  const tables = { schema, store: openStore(location, schema) };
  const api = await launchApi({ environment, tables, records, log });
  const endPublishing = publishViews({ records, schema, log });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= endPublishing().then(api.close);
    return closing;
  };
  ponder.PONDER_COMMON.apiShutdown.add(close);
  drainFirst(close, log);
}

/** What is the indexer's to do where API processes elsewhere serve. */
async function publish(): Promise<void> {
  const records = await recordsIn(databaseOf());
  const { schema } = ponder.PONDER_NAMESPACE_BUILD;
  const endPublishing = publishViews({ records, schema, log });
  ponder.PONDER_COMMON.apiShutdown.add(() => endPublishing().then(records.close));
}

try {
  await (environment.indexerServesApi ? serve() : publish());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  log.fatal(message);
  // Ponder releases its lock on the schema in here; without that the next start would wait for the lock to expire.
  await ponder.PONDER_COMMON.shutdown.kill();
  process.exit(1);
}

/** Ponder's own server, private, gets nothing of ours; it adds its probes and metrics. */
export default new Hono();
