import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work before others have their turn. */
const SLICE_MS = 5;

/** To be awaited often: lets the event loop turn when it has been kept for long enough. */
export function createPause(): () => Promise<void> | undefined {
  let turnedAt = performance.now();
  return () => {
    if (performance.now() - turnedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      turnedAt = performance.now();
    });
  };
}
