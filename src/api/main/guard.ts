import type { Logger } from "pino";
import type { Environment } from "../../lib/env.ts";
import type { Protection } from "../http/deps.ts";
import { clientAddresses } from "../http/limits/client-address.ts";
import { createRateLimits } from "../http/limits/rate-limits.ts";
import { type KeyRing, startKeyRing } from "../keys/ring.ts";
import type { Records } from "../records/open.ts";

export interface GuardOptions {
  readonly environment: Pick<Environment, "protection">;
  readonly records: Records;
  readonly log: Logger;
}

/** What protects the public API, running. */
export interface Guard extends Protection {
  readonly keys: KeyRing;
  close(): Promise<void>;
}

/** Starts to follow keys and to count requests. @throws What the database answers. */
export async function startGuard({ environment, records, log }: GuardOptions): Promise<Guard> {
  const { requireKey, trustedProxies, ratePerKey, ratePerAddress, requestTimeoutMs } =
    environment.protection;
  const keys = await startKeyRing({ records, requireKey, log });
  const limits = createRateLimits(records, log);
  return {
    ...{ keys, limits, ratePerKey, ratePerAddress, requestTimeoutMs },
    clientAddress: clientAddresses(trustedProxies),
    async close() {
      await limits.close();
      await keys.close();
    },
  };
}
