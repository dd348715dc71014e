import { createKeyStore, type KeyStore } from "../../src/api/keys/store.ts";
import { openRecords } from "../../src/api/records/open.ts";
import type { Environment } from "../../src/lib/env.ts";
import { startDatabase } from "../start/database.ts";
import { takeLock } from "../start/lock.ts";
import { planStart } from "../start/plan.ts";
import { requireDatabase } from "../start/postgres.ts";
import { runningDatabase } from "../start/required.ts";
import { createSupervisor } from "../start/supervisor.ts";

/** Keys to manage, until they are let go of. */
export interface OpenKeyStore {
  readonly keys: KeyStore;
  close(): Promise<void>;
}

/**
 * The keys of the service that `environment` describes: in its database or, without DATABASE_URL,
 * in that of a running `npm start`, else of the data directory, whose server is started for as
 * long.
 *
 * @throws StartError when there is no database that answers.
 */
export async function openKeyStore(environment: Environment): Promise<OpenKeyStore> {
  const running = environment.databaseUrl ?? (await runningDatabase(environment));
  if (running !== null) {
    await requireDatabase(running);
    const records = await openRecords(running);
    return { keys: createKeyStore(records), close: records.close };
  }
  const plan = planStart(environment);
  const releaseLock = takeLock(plan.lockFile);
  const supervisor = createSupervisor(new AbortController().signal);
  const end = async (): Promise<void> => {
    await supervisor.stop();
    releaseLock();
  };
  try {
    const database = await startDatabase(supervisor, plan, () => "hidden");
    const records = await openRecords(database.url);
    const close = async (): Promise<void> => {
      await records.close();
      await database.end();
      await end();
    };
    return { keys: createKeyStore(records), close };
  } catch (error) {
    await end();
    throw error;
  }
}
