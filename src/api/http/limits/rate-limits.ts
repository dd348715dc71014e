import { lt } from "drizzle-orm";
import type { Logger } from "pino";
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Records } from "../../records/open.ts";
import { rateLimits } from "../../records/schema.ts";
import { createTabs, type Tabs } from "./tabs.ts";

/** Whose requests are counted together. */
export interface Caller {
  readonly kind: "key" | "address";
  readonly id: string;
  /** Cost units per window; 0: any number. */
  readonly quota: number;
}

/** What a caller has left. */
export interface Allowance {
  readonly allowed: boolean;
  /** Cost units. */
  readonly remaining: number;
  /** Until the window ends and all is given back; at least 1. */
  readonly resetSeconds: number;
}

/** Counts what callers use, in windows of a minute that begin with a caller's first request. */
export interface RateLimits {
  consume(caller: Caller, cost: number): Promise<Allowance>;
  /** Tells the others what was used. */
  close(): Promise<void>;
}

/** Length of a window, in seconds. */
export const WINDOW_SECONDS = 60;
/** Longest time, in milliseconds, that a request waits for the shared counters. */
const STORE_TIMEOUT_MS = 500;
/** Time, in milliseconds, for which failed counters are not asked again. */
const STORE_PAUSE_MS = 5_000;
/** Time, in milliseconds, between two removals of counters whose window is over. */
const CLEAN_MS = 300_000;

/**
 * Counters for all processes together. A caller who is far from his quota is counted here first and
 * told to the others later (`createTabs`). While the shared ones fail, this process counts for
 * itself: callers are let through rather than refused.
 */
export function createRateLimits(records: Records, log: Logger): RateLimits {
  const limiters = new Map<string, Tabs>();

  function limiterOf({ kind, quota }: Caller): Tabs {
    const name = `${kind}:${quota}`;
    const found = limiters.get(name);
    if (found !== undefined) return found;
    const options = { keyPrefix: kind, points: quota, duration: WINDOW_SECONDS };
    const memory = new RateLimiterMemory(options);
    const settle = shared((id, cost) => outcome(memory.consume(id, cost)), options);
    const made = createTabs(quota, async (id, cost) => {
      const { consumedPoints: consumed, msBeforeNext } = await settle(id, cost);
      return { consumed, msLeft: msBeforeNext };
    });
    limiters.set(name, made);
    return made;
  }

  let pausedUntil = 0;
  function shared(
    own: (id: string, cost: number) => Promise<RateLimiterRes>,
    options: ConstructorParameters<typeof RateLimiterMemory>[0],
  ) {
    const store = new RateLimiterDrizzle({
      ...options,
      storeClient: records.db,
      schema: rateLimits,
      // A caller that has used up everything is refused without asking the database again.
      inMemoryBlockOnConsumed: options.points + 1,
      clearExpiredByTimeout: false,
    });
    return async (id: string, cost: number) => {
      if (performance.now() < pausedUntil) return own(id, cost);
      try {
        return await inTime(outcome(store.consume(id, cost)));
      } catch (error) {
        pausedUntil = performance.now() + STORE_PAUSE_MS;
        log.warn({ err: error }, "the rate limits' counters failed; this process counts alone");
        return own(id, cost);
      }
    };
  }

  const clean = async () => {
    try {
      await records.db.delete(rateLimits).where(lt(rateLimits.expire, new Date()));
    } catch (error) {
      log.warn({ err: error }, "old counters of the rate limits could not be removed");
    }
  };
  const timer = setInterval(() => {
    for (const tabs of limiters.values()) tabs.forget();
    void clean();
  }, CLEAN_MS);

  return {
    async consume(caller, cost) {
      const { consumed, msLeft } = await limiterOf(caller).consume(caller.id, cost);
      return {
        allowed: consumed <= caller.quota,
        remaining: Math.max(0, caller.quota - consumed),
        resetSeconds: Math.max(1, Math.ceil(msLeft / 1_000)),
      };
    },
    async close() {
      clearInterval(timer);
      for (const tabs of limiters.values()) await tabs.close();
    },
  };
}

/**
 * The library rejects with the count when it is above the quota, and with an error when it failed.
 */
async function outcome(consumption: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await consumption;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const late = new Error(`The database did not answer within ${STORE_TIMEOUT_MS} ms.`);
    timer = setTimeout(() => reject(late), STORE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
