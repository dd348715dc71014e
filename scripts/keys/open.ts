import { keysSocket } from "../../src/api/keys/messages.ts";
import { createRemoteKeyStore, KeysUnreachableError } from "../../src/api/keys/socket-client.ts";
import { createKeyStore, type KeyStore } from "../../src/api/keys/store.ts";
import { openRecords, type Records } from "../../src/api/records/open.ts";
import type { Environment } from "../../src/lib/env.ts";
import { planStart } from "../start/plan.ts";

/** Keys to manage, until they are let go of. */
export interface OpenKeyStore {
  readonly keys: KeyStore;
  close(): Promise<void>;
}

/**
 * The keys of the service that `environment` describes: those in its Postgres, or those that the running service manages.
 *
 * @throws KeysUnreachableError when Postgres does not answer.
 */
export async function openKeyStore(environment: Environment): Promise<OpenKeyStore> {
  const { database } = environment;
  if (database.kind === "pglite") {
    const keys = createRemoteKeyStore(keysSocket(planStart(environment).dataDirectory));
    return { keys, close: () => Promise.resolve() };
  }
  const records = await openPostgres(database.url);
  return { keys: createKeyStore(records), close: records.close };
}

async function openPostgres(url: string): Promise<Records> {
  try {
    return await openRecords({ kind: "postgres", url });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new KeysUnreachableError(
      `The database of DATABASE_URL did not answer: ${message || code}; check the URL and that it is up.`,
      { cause: error },
    );
  }
}
