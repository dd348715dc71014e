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

/** What work gives, while the event loop turns where it has been kept for long enough. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  const pause = createPause();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}
