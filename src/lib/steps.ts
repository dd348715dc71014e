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

/** Milliseconds after which nobody waits for work any longer: requests are given up before. */
const MOST_MS = 30_000;

/**
 * What work gives, while the event loop turns where it has been kept for long enough.
 *
 * @throws {ServiceError} `OVERLOADED` after `mostMs` milliseconds.
 */
export async function inTurns<T>(steps: Steps<T>, mostMs: number = MOST_MS): Promise<T> {
  const pause = createPause();
  const started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - started > mostMs) throw tooLong(mostMs);
    await pause();
  }
}

function tooLong(mostMs: number): ServiceError {
  return new ServiceError(
    "OVERLOADED",
    `The search was not through after ${mostMs} ms; ask for a smaller amount, or again in 1 s.`,
    { retryAfterSeconds: 1 },
  );
}
