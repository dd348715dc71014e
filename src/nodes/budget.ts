/** Requests as fast as a plan allows. */
export interface Budget {
  /**
   * Waits for a turn.
   *
   * @param urgency `"now"`: before all that may wait, as what follows the head.
   */
  take(urgency: "now" | "later"): Promise<void>;
}

/** Part of a minute's requests that may come at once, after a pause. */
const BURST_SHARE = 1 / 60;
const MINUTE_MS = 60_000;

/**
 * A budget of which no sixty seconds take more than their share: unused parts are saved for a
 * second at most.
 *
 * @param perMinute Requests, at least 60.
 */
export function createBudget(perMinute: number): Budget {
  const burst = Math.max(1, Math.floor(perMinute * BURST_SHARE));
  const perMs = (perMinute - burst) / MINUTE_MS;
  const waiting = { now: [] as (() => void)[], later: [] as (() => void)[] };
  let left = burst;
  let at = performance.now();
  let timer: NodeJS.Timeout | null = null;

  function serve(): void {
    timer = null;
    const now = performance.now();
    left = Math.min(burst, left + (now - at) * perMs);
    at = now;
    while (left >= 1) {
      const turn = waiting.now.shift() ?? waiting.later.shift();
      if (turn === undefined) return;
      left -= 1;
      turn();
    }
    if (waiting.now.length + waiting.later.length > 0) {
      timer = setTimeout(serve, Math.ceil((1 - left) / perMs));
    }
  }

  return {
    take: (urgency) =>
      new Promise((resolve) => {
        waiting[urgency].push(resolve);
        if (timer === null) serve();
      }),
  };
}
