import type { Logger } from "pino";
import type { Environment } from "../lib/env.ts";
import type { Protection } from "./deps.ts";
import { keysSocket } from "./keys/messages.ts";
import { type KeyRing, startKeyRing } from "./keys/ring.ts";
import { serveKeys } from "./keys/socket-server.ts";
import { createKeyStore } from "./keys/store.ts";
import { clientAddresses } from "./limits/client-address.ts";
import { createRateLimits } from "./limits/rate-limits.ts";
import type { Records } from "./records/open.ts";

export interface GuardOptions {
  readonly environment: Pick<Environment, "dataDirectory" | "protection">;
  /** Closed with the guard. */
  readonly records: Records;
  readonly log: Logger;
}

/** What protects the public API, running. */
export interface Guard extends Protection {
  readonly keys: KeyRing;
  close(): Promise<void>;
}

/**
 * Starts to follow keys and to count requests. Where the records are embedded, the keys command is served, too, as it cannot open them
 * itself.
 *
 * @throws What the database answers; the records are closed then.
 */
export async function startGuard({ environment, records, log }: GuardOptions): Promise<Guard> {
  const { requireKey, trustedProxies, ratePerKey, ratePerAddress, requestTimeoutMs } =
    environment.protection;
  try {
    const keys = await startKeyRing({ records, requireKey, log });
    const limits = createRateLimits(records, log);
    const path = keysSocket(environment.dataDirectory);
    const stopServing = records.isShared ? null : await serveKeysIfPossible(records, path, log);
    return {
      ...{ keys, limits, ratePerKey, ratePerAddress, requestTimeoutMs },
      clientAddress: clientAddresses(trustedProxies),
      async close() {
        await stopServing?.();
        limits.close();
        await keys.close();
        await records.close();
      },
    };
  } catch (error) {
    await records.close();
    throw error;
  }
}

/** A service whose keys cannot be changed still answers. */
async function serveKeysIfPossible(
  records: Records,
  path: string,
  log: Logger,
): Promise<(() => Promise<void>) | null> {
  try {
    return await serveKeys(createKeyStore(records), { path, log });
  } catch (error) {
    log.error(
      { err: error },
      `keys cannot be managed: ${path} cannot be listened on; set WEIR_DATA_DIR to a shorter path on a local disk`,
    );
    return null;
  }
}
