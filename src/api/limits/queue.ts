import { ServiceError } from "../../lib/errors.ts";

export interface QueueLimits {
  /** Tasks worked on at once; at least 1. */
  readonly concurrent: number;
  /** Those that may wait. */
  readonly waiting: number;
}

/** Lets a few expensive tasks run at once, some wait, and refuses the rest at once. */
export interface Queue {
  /**
   * Runs a task when its turn comes.
   *
   * @throws {ServiceError} `OVERLOADED` when too many wait, or its turn did not come in time; what the task throws.
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** How many would be before a new task; negative: so many places are free. */
  place(): number;
  /** What a new task is refused with when it may not wait. */
  overloaded(): ServiceError;
}

/** Longest wait, in milliseconds: whoever asked has given up by then. */
export const LONGEST_WAIT_MS = 5_000;

/** A queue that starts at most one task in each turn of the event loop, so that others are answered between two searches. */
export function createQueue(limits: QueueLimits): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= limits.concurrent) return;
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
    if (performance.now() - arrivedAt <= LONGEST_WAIT_MS) return;
    leave();
    throw overloaded();
  }

  function leave(): void {
    running -= 1;
    schedule();
  }

  const place = () => waiting.length - (limits.concurrent - running);

  const overloaded = () =>
    new ServiceError(
      "OVERLOADED",
      `${running} requests are worked on and ${waiting.length} wait, more than can be answered in good time; try again in 1 s.`,
      { retryAfterSeconds: 1 },
    );

  return {
    place,
    overloaded,
    run: async (task) => {
      if (place() >= limits.waiting) throw overloaded();
      await turn();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
