import { Hono } from "hono";
import { offerSchema } from "../../../src/api/indexes/chain-indexes.ts";
import { openRecords } from "../../../src/api/records/open.ts";
import { publishIndex } from "../../../src/api/views/publish.ts";
import { processEnvironment } from "../../../src/lib/env.ts";
import { createLogger } from "../../../src/lib/logging.ts";
import { INDEXED } from "../../../src/protocols/indexed.ts";
import { addSeededChildren, type DescribeFactory } from "../../../src/protocols/seed-children.ts";
import { contracts, seeds } from "../../ponder.config.ts";

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

const environment = processEnvironment();
const { databaseUrl, chains, logLevel } = environment;
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

/**
 * Tells Ponder of the pools of before the seeds: it has made its tables when it runs this file, and
 * reads the children of factories later. The module is not exported by the package.
 */
async function addChildren(): Promise<void> {
  const module = new URL("../../../node_modules/ponder/dist/esm/build/factory.js", import.meta.url);
  const { buildLogFactory } = (await import(module.href)) as {
    readonly buildLogFactory: DescribeFactory;
  };
  const counts = await addSeededChildren(
    { families: INDEXED, environment, contracts, seeds },
    { databaseUrl: databaseUrl ?? "", describe: buildLogFactory },
  );
  if (counts.size > 0) log.info(Object.fromEntries(counts), "pools of before the start are known");
}

try {
  await addChildren();
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
