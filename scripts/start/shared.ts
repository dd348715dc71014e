import type { Environment } from "../../src/lib/env.ts";
import { StartError } from "./failure.ts";

/**
 * The database that the processes of a divided service share.
 *
 * @param command How the user started this process, for the message.
 * @returns Its connection string.
 * @throws StartError without such a database, or without a chain.
 */
export function requireShared(
  { chains, database }: Pick<Environment, "chains" | "database">,
  command: string,
): string {
  if (database.kind !== "postgres") {
    throw new StartError(
      `DATABASE_URL names no Postgres database, which ${command} needs to share tables with other processes; set postgres://user:password@host:5432/name, or run everything in one process with npm start.`,
    );
  }
  if (chains.size === 0) {
    throw new StartError(
      `No PONDER_RPC_URL_<chainId> is set, and ${command} starts no devnet; set the URL of a node per chain, e.g. PONDER_RPC_URL_1.`,
    );
  }
  return database.url;
}
