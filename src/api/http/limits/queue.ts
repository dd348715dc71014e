import { ServiceError } from "../../../lib/errors.ts";
import { type Aside, taskAside } from "../../../lib/steps.ts";

export interface QueueLimits {
  /** Tasks worked on at once; at least 1. */
  readonly concurrent: number;
  /** Those that may wait. */
  readonly waiting: number;
  /** Connections that were accepted so far; absent: tasks do not wait for them. */
  readonly accepted?: () => number;
}

/** Lets a few expensive tasks run at once, some wait, and refuses the rest at once. */
export interface Queue {
  /**
   * Runs a task when its turn comes. While it waits for a node it gives its place up, as far as no
   * more than `concurrent` others do, and has it again at once thereafter: a rented node takes
   * longer than a search, and others do without it.
   *
   * @throws {ServiceError} `OVERLOADED` as `refusal` says; what the task throws.
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /**
   * What a new task would be refused with now; null: it would not be.
   *
   * @param entered Requests under way whose tasks are in the queue, or on the way there; 0 when
   *   absent. Until a request's task is in the queue it would not count otherwise, and under
   *   overload many come before the first of them is that far.
   */
  refusal(entered?: number): ServiceError | null;
}

/** Longest wait, in milliseconds: whoever asked has given up by then. */
const LONGEST_WAIT_MS = 5_000;
/**
 * Longest wait, in milliseconds, while more comes than can be done: then whoever waits, waits in
 * vain. In a burst, it is worked off.
 */
const STANDING_WAIT_MS = 8;
/** A queue that was not empty for this long, in milliseconds, is no burst. */
const STANDING_AFTER_MS = 50;
/**
 * Time without such a queue, in milliseconds, after which there may be a burst again: bursts
 * without end are too much, too.
 */
const CALM_MS = 5_000;
/**
 * Requests that may be under way for each task that is worked on: others are read meanwhile, or
 * their answer is written.
 */
const ENTERED_PER_TASK = 1.5;
/**
 * Turns of the event loop that a task lets go by while each brings a connection: libuv accepts one
 * in a turn, so that otherwise each would wait for a search.
 */
const MOST_TURNS = 256;
/** Weight of the newest duration in the average, which so covers some ten tasks. */
const NEWEST_WEIGHT = 0.1;

/**
 * A queue that judges a new task by how long it would wait: its place times what tasks took of
 * late. It starts at most one task in each turn of the event loop, so that others are answered
 * between two searches, and none in a turn that brought a connection.
 */
export function createQueue(limits: QueueLimits): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Tasks that wait for a node without a place. */
  let away = 0;
  let isScheduled = false;
  /** Of `accepted`, as of the last turn that was looked at. */
  let seen = 0;
  let averageMs = 0;
  let standingSince: number | null = null;
  let stoodAt = Number.NEGATIVE_INFINITY;

  /** How many would be before a new task; negative: so many places are free. */
  const place = () => waiting.length - (limits.concurrent - running);

  function refusal(entered = 0): ServiceError | null {
    const others = entered - away - Math.ceil(ENTERED_PER_TASK * limits.concurrent);
    const before = Math.max(place(), others);
    if (before < 0) return null;
    const now = performance.now();
    standingSince ??= now;
    if (now - standingSince > STANDING_AFTER_MS) stoodAt = now;
    const isStanding = now - stoodAt < CALM_MS;
    const longest = isStanding ? STANDING_WAIT_MS : LONGEST_WAIT_MS;
    const expected = ((before + 1) * averageMs) / limits.concurrent;
    if (before < limits.waiting && expected <= longest) return null;
    // Refusals keep the queue short; without them it would stand.
    if (isStanding) stoodAt = now;
    return overloaded();
  }

  /** The last one again where it says the same: what it takes to make one is its stack. */
  let told: ServiceError | null = null;
  function overloaded(): ServiceError {
    const message = `${running + away} requests are worked on and ${waiting.length} wait, more than can be answered in good time; try again in 1 s.`;
    if (told?.message !== message) {
      told = new ServiceError("OVERLOADED", message, { retryAfterSeconds: 1 });
    }
    return told;
  }

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= limits.concurrent) return;
    isScheduled = true;
    let turns = 0;
    setImmediate(function start() {
      const accepted = limits.accepted?.() ?? 0;
      if (accepted !== seen && turns < MOST_TURNS) {
        seen = accepted;
        turns += 1;
        setImmediate(start);
        return;
      }
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

  /** A task's place, which it has from now on. */
  function takenPlace() {
    const takenAt = performance.now();
    /** Waits under way, since when, and how long those before them took. */
    let [waits, since, waitedMs] = [0, 0, 0];
    let hasEnded = false;
    const aside: Aside = async (wait) => {
      if (hasEnded || (waits === 0 && away >= limits.concurrent)) return wait();
      waits += 1;
      if (waits === 1) {
        since = performance.now();
        away += 1;
        leave();
      }
      try {
        return await wait();
      } finally {
        waits -= 1;
        if (waits === 0 && !hasEnded) comeBack();
      }
    };
    function comeBack(): void {
      away -= 1;
      running += 1;
      waitedMs += performance.now() - since;
    }
    return {
      aside,
      /** What the task began and did not wait for may still be waited for. */
      end(): void {
        hasEnded = true;
        if (waits > 0) comeBack();
        note(performance.now() - takenAt - waitedMs);
        leave();
      },
    };
  }

  /** Learns from a task that took a while. */
  function note(ms: number): void {
    averageMs = averageMs === 0 ? ms : averageMs + NEWEST_WEIGHT * (ms - averageMs);
    // With this one's place free, nobody waits.
    if (place() <= 0) standingSince = null;
  }

  return {
    refusal,
    run: async (task) => {
      const refused = refusal();
      if (refused !== null) throw refused;
      await turn();
      const own = takenPlace();
      try {
        return await taskAside.run(own.aside, task);
      } finally {
        own.end();
      }
    },
  };
}
