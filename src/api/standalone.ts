import type { Logger } from "pino";
import type { Environment } from "../lib/env.ts";
import type { Tables } from "./chain-services.ts";
import { launchApi, type RunningApi } from "./launch.ts";
import { openRecords } from "./records/open.ts";
import { followDeployments, readShownSchema } from "./store/deployments.ts";
import { createPostgresStore } from "./store/postgres.ts";
import { createReplicaStore } from "./store/replica.ts";
import { type ReplicaWatch, startReplicaWatch } from "./store/replica-watch.ts";

export interface StandaloneOptions {
  readonly environment: Environment;
  /** Connection string of the primary. */
  readonly databaseUrl: string;
  readonly log: Logger;
}

/**
 * Starts the public API in a process without an indexer, on the tables that an indexer elsewhere fills. With a views schema it follows the
 * deployments that the views show one after the other.
 *
 * @throws What the primary answers, WrongChainError, ServerStartError. Nothing is left running then.
 */
export async function launchStandalone(
  options: StandaloneOptions,
): Promise<Pick<RunningApi, "url" | "close">> {
  const { environment, databaseUrl, log } = options;
  const { viewsSchema, databaseSchema } = environment;
  const ends: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const each of ends.toReversed()) await each();
  };
  try {
    const records = await openRecords({ kind: "postgres", url: databaseUrl });
    ends.push(records.close);
    const replica = await watchReplica(options);
    if (replica !== undefined) ends.push(replica.close);
    const open = (schema: string): Tables => openTables(schema, options, replica);

    const followed = viewsSchema === null ? null : open(viewsSchema);
    if (followed !== null) ends.push(followed.store.close);
    const shown = await followed?.store.peek((db) => readShownSchema(db, followed.schema));
    // Views that are not there yet have no rows: every chain says that nothing is indexed.
    const schema = shown ?? viewsSchema ?? databaseSchema;
    const api = await launchApi({ environment, tables: open(schema), replica, records, log });
    ends.push(api.close);
    if (followed !== null) {
      let moving = Promise.resolve();
      const stop = followDeployments({
        store: followed.store,
        viewsSchema: followed.schema,
        schema: shown ?? null,
        onSwitch(next) {
          log.info({ schema: next }, "the views were switched; its tables are read");
          moving = moving
            .then(() => api.moveTo(open(next)))
            .catch((error: unknown) => log.error({ err: error }, "its tables cannot be served"));
        },
        log,
      });
      ends.push(async () => {
        await stop();
        await moving;
      });
    }
    return { url: api.url, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function watchReplica(options: StandaloneOptions): Promise<ReplicaWatch | undefined> {
  const { environment, databaseUrl: primaryUrl, log } = options;
  const { replicaUrl } = environment;
  return replicaUrl === null ? undefined : startReplicaWatch({ primaryUrl, replicaUrl, log });
}

function openTables(
  schema: string,
  { environment, databaseUrl, log }: StandaloneOptions,
  watch: ReplicaWatch | undefined,
): Tables {
  const { replicaUrl } = environment;
  const primary = createPostgresStore({ url: databaseUrl, schema });
  if (watch === undefined || replicaUrl === null) return { schema, store: primary };
  const openReplica = () => createPostgresStore({ url: replicaUrl, schema });
  return { schema, store: createReplicaStore({ primary, openReplica, watch, log }) };
}
