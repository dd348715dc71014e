import { existsSync, readFileSync } from "node:fs";
import type { Environment } from "../../src/lib/env.ts";
import { urlFile } from "./database.ts";
import { StartError } from "./failure.ts";
import { planStart } from "./plan.ts";
import { answers, requireDatabase } from "./postgres.ts";

/**
 * The database that processes share: of the environment, else that of a running `npm start`.
 *
 * @param command How the user started this process, for the message.
 * @returns Its connection string.
 * @throws StartError without one that answers.
 */
export async function requireDatabaseUrl(
  environment: Environment,
  command: string,
): Promise<string> {
  const url = environment.databaseUrl ?? (await runningDatabase(environment));
  if (url === null) {
    throw new StartError(
      `${command} found no database: DATABASE_URL is not set, and no npm start runs from ${environment.dataDirectory}; set postgres://user:password@host:5432/name, or run npm start first.`,
    );
  }
  await requireDatabase(url);
  return url;
}

/** Connection string of the server that `npm start` runs; null: it does not run. */
export async function runningDatabase(environment: Environment): Promise<string | null> {
  const file = urlFile(planStart(environment));
  if (!existsSync(file)) return null;
  const url = readFileSync(file, "utf8").trim();
  // A start that was killed leaves its file behind.
  return (await answers(url)) ? url : null;
}

/** @throws StartError without a chain to serve or to index. */
export function requireChains({ chains }: Pick<Environment, "chains">, command: string): void {
  if (chains.size > 0) return;
  throw new StartError(
    `No PONDER_RPC_URL_<chainId> is set, and ${command} starts no devnet; set the URL of a node per chain, e.g. PONDER_RPC_URL_1.`,
  );
}
