// `npm run api`: an API process on the tables that an indexer elsewhere keeps in Postgres. As many as wanted may run.
import { WrongChainError } from "../src/api/chain-service.ts";
import { createLogger } from "../src/api/logging.ts";
import { ServerStartError } from "../src/api/server.ts";
import { launchStandalone } from "../src/api/standalone.ts";
import type { Environment } from "../src/lib/env.ts";
import { StartError } from "./start/failure.ts";
import { runMain } from "./start/main.ts";
import { requireDatabase } from "./start/postgres.ts";
import { requireShared } from "./start/shared.ts";
import { stopSignal } from "./start/signals.ts";

async function main(environment: Environment): Promise<void> {
  const databaseUrl = requireShared(environment, "npm run api");
  await requireDatabase(databaseUrl);
  const log = createLogger({ level: environment.logLevel });
  const api = await launchStandalone({ environment, databaseUrl, log }).catch((error: unknown) => {
    if (error instanceof WrongChainError || error instanceof ServerStartError) {
      throw new StartError(error.message, { cause: error });
    }
    throw error;
  });
  const stop = stopSignal(() => process.exit(130));
  await new Promise((resolve) => stop.addEventListener("abort", resolve));
  log.info("stopping: requests in flight finish first");
  await api.close();
}

process.exit(await runMain(main));
