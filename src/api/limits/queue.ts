import { ServiceError } from "../../lib/errors.ts";

export interface QueueLimits {
  /** Answers worked on at once; at least 1. */
  readonly maxConcurrentAnswers: number;
  /** Those that may wait. */
  readonly maxWaitingAnswers: number;
}

/** Lets a few expensive tasks run at once, some wait, and refuses the rest at once. */
export interface Queue {
  /**
   * Runs a task when its turn comes.
   *
   * @throws {ServiceError} `OVERLOADED` when it would have to wait for too long; what the task throws.
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** What a task would be refused with now; null: it would not be. */
  refusal(): ServiceError | null;
}

/** Longest wait, in milliseconds, in a burst: what came at once is worked off. */
const BURST_WAIT_MS = 5_000;
/** Longest wait, in milliseconds, while more comes than can be done: then whoever waits, waits in vain. */
const STANDING_WAIT_MS = 8;
/** A queue that was not empty for this long, in milliseconds, is no burst. */
const STANDING_AFTER_MS = 50;
/** Time without such a queue, in milliseconds, after which there may be a burst again: bursts without end are too much, too. */
const CALM_MS = 5_000;
/** Weight of the newest duration in the average, which so covers some ten tasks. */
const NEWEST_WEIGHT = 0.1;

/**
 * A queue that judges a new task by how long it would wait: its place times what tasks took of late. At most one task starts in each turn of
 * the event loop, so that refusals and probes are answered between two searches.
 */
export function createQueue(limits: QueueLimits): Queue {
  const { maxConcurrentAnswers: concurrency, maxWaitingAnswers: capacity } = limits;
  const waiting: (() => void)[] = [];
  let running = 0;
  let isScheduled = false;
  let averageMs = 0;
  let standingSince: number | null = null;
  let stoodAt = Number.NEGATIVE_INFINITY;

  function refusal(): ServiceError | null {
    const place = waiting.length - (concurrency - running);
    if (place < 0) return null;
    const now = performance.now();
    standingSince ??= now;
    if (now - standingSince > STANDING_AFTER_MS) stoodAt = now;
    const isStanding = now - stoodAt < CALM_MS;
    const longest = isStanding ? STANDING_WAIT_MS : BURST_WAIT_MS;
    const expected = ((place + 1) * averageMs) / concurrency;
    if (place < capacity && expected <= longest) return null;
    // Refusals keep the queue short; without them it would stand.
    if (isStanding) stoodAt = now;
    return overloaded(running, place);
  }

  function schedule(): void {
    if (waiting.length === 0) standingSince = null;
    if (isScheduled || waiting.length === 0 || running >= concurrency) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      running += 1;
      waiting.shift()?.();
      schedule();
    });
  }

  async function turn(): Promise<void> {
    const arrivedAt = performance.now();
    await new Promise<void>((start) => {
      waiting.push(start);
      schedule();
    });
    if (performance.now() - arrivedAt <= BURST_WAIT_MS) return;
    leave();
    throw overloaded(running, waiting.length);
  }

  function leave(): void {
    running -= 1;
    schedule();
  }

  return {
    refusal,
    run: async (task) => {
      const refused = refusal();
      if (refused !== null) throw refused;
      await turn();
      const startedAt = performance.now();
      try {
        return await task();
      } finally {
        const ms = performance.now() - startedAt;
        averageMs = averageMs === 0 ? ms : averageMs + NEWEST_WEIGHT * (ms - averageMs);
        leave();
      }
    },
  };
}

function overloaded(running: number, waiting: number): ServiceError {
  return new ServiceError(
    "OVERLOADED",
    `${running} requests are worked on and ${waiting} wait, more than can be answered in good time; try again in 1 s.`,
    { retryAfterSeconds: 1 },
  );
}
