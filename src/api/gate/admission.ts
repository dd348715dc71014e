import type { ServiceError } from "../../lib/errors.ts";
import { createQueue, LONGEST_WAIT_MS, type QueueLimits } from "../limits/queue.ts";

/** Lets requests through in their turn, and refuses those that would wait for too long. */
export interface Admission {
  /**
   * Passes a request on when its turn comes; its place is free for another when the result is there.
   *
   * @throws {ServiceError} `OVERLOADED`; what `pass` throws.
   */
  run<T>(pass: () => Promise<T>): Promise<T>;
  /** What a request would be refused with now; null: it would not be. */
  refusal(): ServiceError | null;
}

/** Longest wait, in milliseconds, while more comes than can be done: then whoever waits, waits in vain. In a burst, it is worked off. */
const STANDING_WAIT_MS = 8;
/** A queue that was not empty for this long, in milliseconds, is no burst. */
const STANDING_AFTER_MS = 50;
/** Time without such a queue, in milliseconds, after which there may be a burst again: bursts without end are too much, too. */
const CALM_MS = 5_000;
/** Weight of the newest duration in the average, which so covers some ten requests. */
const NEWEST_WEIGHT = 0.1;

/** Judges a new request by how long it would wait: its place times what requests took of late. */
export function createAdmission(limits: QueueLimits): Admission {
  const queue = createQueue(limits);
  let averageMs = 0;
  let standingSince: number | null = null;
  let stoodAt = Number.NEGATIVE_INFINITY;

  function refusal(): ServiceError | null {
    const place = queue.place();
    if (place < 0) return null;
    const now = performance.now();
    standingSince ??= now;
    if (now - standingSince > STANDING_AFTER_MS) stoodAt = now;
    const isStanding = now - stoodAt < CALM_MS;
    const longest = isStanding ? STANDING_WAIT_MS : LONGEST_WAIT_MS;
    const expected = ((place + 1) * averageMs) / limits.concurrent;
    if (place < limits.waiting && expected <= longest) return null;
    // Refusals keep the queue short; without them it would stand.
    if (isStanding) stoodAt = now;
    return queue.overloaded();
  }

  /** Learns from a request that took a while. */
  function note(ms: number): void {
    averageMs = averageMs === 0 ? ms : averageMs + NEWEST_WEIGHT * (ms - averageMs);
    // With this one's place free, nobody waits.
    if (queue.place() <= 0) standingSince = null;
  }

  return {
    refusal,
    run: async (pass) => {
      const refused = refusal();
      if (refused !== null) throw refused;
      return queue.run(async () => {
        const startedAt = performance.now();
        try {
          return await pass();
        } finally {
          note(performance.now() - startedAt);
        }
      });
    },
  };
}
