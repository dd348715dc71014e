/** How fast a node is asked that refuses what comes too fast, and that others ask too. */
export interface Pace {
  /** Waits for a turn; false when that would take too long: the node is not to be asked then. */
  take(): Promise<boolean>;
  /** Notes that the node refused a request for its rate. */
  limited(): void;
}

const SECOND_MS = 1_000;
/** Part of a rate that is left of it after a refusal; refusals of a second count once. */
const LEFT = 0.7;
/** A rate grows by so much of it in a second, and by so many requests at least. */
const GROWTH = 0.05;
const LEAST_GROWTH = 1;
/** Times the first rate at which nothing is bounded any more. */
const FORGOTTEN = 4;
const LEAST_PER_SECOND = 5;
const LONGEST_WAIT_MS = 2_000;
/** Turns of so long may be saved. */
const BURST_MS = 200;

/**
 * A pace that is any until the node refuses something for its rate, and then a part of what it had
 * been, growing again: so whoever shares the node finds it willing, above all the indexer, without
 * which there is nothing to answer.
 */
export function createPace(): Pace {
  /** When the last requests went out, while nothing is bounded. */
  let recent: number[] = [];
  /** Requests a second; null: any number. */
  let perSecond: number | null = null;
  let first = 0;
  let changedAt = 0;
  let cutAt = Number.NEGATIVE_INFINITY;
  /** When the next turn is. */
  let nextAt = 0;

  function grow(now: number): void {
    if (perSecond === null) return;
    perSecond += (Math.max(LEAST_GROWTH, GROWTH * perSecond) * (now - changedAt)) / SECOND_MS;
    changedAt = now;
    if (perSecond > FORGOTTEN * first) perSecond = null;
  }

  return {
    async take() {
      const now = performance.now();
      grow(now);
      if (perSecond === null) {
        recent = recent.filter((at) => now - at < SECOND_MS);
        recent.push(now);
        return true;
      }
      const from = Math.max(nextAt, now - BURST_MS);
      const waitMs = from - now;
      if (waitMs > LONGEST_WAIT_MS) return false;
      nextAt = from + SECOND_MS / perSecond;
      if (waitMs <= 0) return true;
      return new Promise((resolve) => setTimeout(resolve, waitMs, true));
    },
    limited() {
      const now = performance.now();
      grow(now);
      if (now - cutAt < SECOND_MS) return;
      cutAt = now;
      if (perSecond === null) {
        first = Math.max(LEAST_PER_SECOND, recent.filter((at) => now - at < SECOND_MS).length);
        perSecond = first;
        nextAt = now;
      }
      perSecond = Math.max(LEAST_PER_SECOND, LEFT * perSecond);
      changedAt = now;
    },
  };
}
