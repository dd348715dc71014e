import { AsyncLocalStorage } from "node:async_hooks";
import { ServiceError } from "./errors.ts";
import { createPause } from "./pause.ts";

/**
 * Long work that others may come between: a generator that yields, nothing, where it may rest, and
 * returns its result. It keeps no shared memory across a yield.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** What work gives, without a rest. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Aborted when the request that work is done for is given up; where nothing is set, never. */
export const requestSignal = new AsyncLocalStorage<AbortSignal>();

/**
 * What work gives, while the event loop turns where it has been kept for long enough.
 *
 * @throws {ServiceError} `OVERLOADED` once nobody waits for it, as its request was given up.
 */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  const pause = createPause();
  const signal = requestSignal.getStore();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (signal?.aborted) throw new ServiceError("OVERLOADED", "Nobody waits for it any longer.");
    await pause();
  }
}

/** Waits for others, without the place that its task has among those that are worked on. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Of the task under way; where nothing is set, tasks have no places. */
export const taskAside = new AsyncLocalStorage<Aside>();

/** Waits for a node, as the task under way may. @throws What `wait` throws. */
export function aside<T>(wait: () => Promise<T>): Promise<T> {
  const own = taskAside.getStore();
  return own === undefined ? wait() : own(wait);
}
