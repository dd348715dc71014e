import type { PgliteClient } from "drizzle-orm/pglite";
import { Hono } from "hono";
import type { Store } from "../catalog/database.ts";
import { processEnvironment } from "../lib/env.ts";
import { launchApi } from "./launch.ts";
import { createLogger } from "./logging.ts";
import { createPgliteStore } from "./store/pglite.ts";
import { createPostgresStore } from "./store/postgres.ts";

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

function openStore(): Store {
  const { schema } = ponder.PONDER_NAMESPACE_BUILD;
  const { driver } = ponder.PONDER_DATABASE;
  if (driver.dialect === "pglite") {
    return createPgliteStore({ instance: driver.instance, schema });
  }
  if (environment.database.kind !== "postgres") {
    throw new Error("Ponder uses Postgres but DATABASE_URL is not set; set it.");
  }
  return createPostgresStore({ url: environment.database.url, schema });
}

try {
  const api = await launchApi({ environment, store: openStore(), log });
  ponder.PONDER_COMMON.apiShutdown.add(api.close);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  log.fatal(message);
  // Ponder releases its lock on the schema in here; without that the next start would wait for the lock to expire.
  await ponder.PONDER_COMMON.shutdown.kill();
  process.exit(1);
}

/** Ponder's own server, private, gets nothing of ours; it adds its probes and metrics. */
export default new Hono();
