import { Hono } from "hono";
import { offerSchema } from "../../../src/api/indexes/chain-indexes.ts";
import { openRecords } from "../../../src/api/records/open.ts";
import { publishIndex } from "../../../src/api/views/publish.ts";
import { processEnvironment } from "../../../src/lib/env.ts";
import { createLogger } from "../../../src/lib/logging.ts";

/**
 * What Ponder 0.17 keeps in globals of its process; not documented, hence the exact version in
 * package.json.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/build/index.ts
 */
interface PonderGlobals {
  readonly PONDER_NAMESPACE_BUILD: { readonly schema: string };
  readonly PONDER_COMMON: {
    readonly shutdown: Shutdown;
    /** Ends with the process. */
    readonly apiShutdown: Shutdown;
  };
}

interface Shutdown {
  add(callback: () => Promise<void>): void;
  kill(): Promise<void>;
}

const { databaseUrl, chains, logLevel } = processEnvironment();
const log = createLogger({ level: logLevel });
const ponder = globalThis as typeof globalThis & PonderGlobals;

/** Tells API processes and analysts where this indexer's tables are. */
async function publish(): Promise<void> {
  const { schema } = ponder.PONDER_NAMESPACE_BUILD;
  const index = { schema, chainIds: [...chains.keys()] };
  const records = await openRecords(databaseUrl ?? "");
  await offerSchema(records, index);
  const end = publishIndex({ records, index, log });
  ponder.PONDER_COMMON.apiShutdown.add(() => end().then(records.close));
}

try {
  await publish();
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  // Ponder releases its lock on the schema in here; without that the next start would wait for the
  // lock to expire.
  await ponder.PONDER_COMMON.shutdown.kill();
  process.exit(1);
}

/** Ponder's own server, private, gets nothing of ours; it adds its probes and metrics. */
export default new Hono();
