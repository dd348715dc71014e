// `npm run api`: the public API on the tables that indexers keep in Postgres. As many as wanted may
// run, here and elsewhere.
import cluster from "node:cluster";
import { WrongChainError } from "../src/api/chain/chain-service.ts";
import { ServerStartError } from "../src/api/http/server.ts";
import { launchApi } from "../src/api/main/launch.ts";
import { apiProcesses } from "../src/api/main/process-count.ts";
import type { Environment } from "../src/lib/env.ts";
import { createLogger } from "../src/lib/logging.ts";
import { superviseWorkers } from "./api/workers.ts";
import { StartError } from "./start/failure.ts";
import { runMain } from "./start/main.ts";
import { requireChains, requireDatabaseUrl } from "./start/required.ts";
import { stopSignal } from "./start/signals.ts";

async function main(environment: Environment): Promise<void> {
  const databaseUrl = await requireDatabaseUrl(environment, "npm run api");
  requireChains(environment, "npm run api");
  const log = createLogger({ level: environment.logLevel });
  // Said by `npm start` alone: an environment variable could reach a service on real chains.
  const nodes = process.argv.includes("--devnet") ? "devnet" : "real";
  const processes = apiProcesses(environment);
  if (cluster.isPrimary && processes > 1) {
    await superviseWorkers(processes, log);
    return;
  }
  const api = await launchApi({ environment, databaseUrl, nodes, log }).catch((error: unknown) => {
    if (error instanceof WrongChainError || error instanceof ServerStartError) {
      throw new StartError(error.message, { cause: error });
    }
    throw error;
  });
  process.send?.({ kind: "listening" });
  const stop = stopSignal(() => process.exit(130));
  await new Promise((resolve) => stop.addEventListener("abort", resolve));
  log.info("stopping: requests in flight finish first");
  await api.close();
}

process.exit(await runMain(main));
