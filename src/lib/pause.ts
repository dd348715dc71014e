/** Milliseconds of work before others have their turn. */
const SLICE_MS = 5;

/** What waits for a turn of the event loop of its own, the longest first. */
const waiting: (() => void)[] = [];

/** To be awaited often: lets the event loop turn when it has been kept for long enough. */
export function createPause(): () => Promise<void> | undefined {
  let turnedAt = performance.now();
  return () => {
    if (performance.now() - turnedAt < SLICE_MS) return undefined;
    return ownTurn().then(() => {
      turnedAt = performance.now();
    });
  };
}

/**
 * Waits for a turn in which no other work that paused goes on: eight searches in one would keep
 * what is refused at once waiting for eight times as long.
 */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  // The first one keeps its place until it goes on, so that no other is scheduled beside this.
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
}
