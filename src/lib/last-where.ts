import { max, min } from "./math.ts";

/**
 * The largest number from 1 to below `end` of which something is true; 0 where it is true of none.
 * It must be true of all numbers up to one, and of no larger one.
 *
 * @param guess Where that is about: the nearer, the fewer numbers are tried.
 */
export function lastWhere(end: bigint, guess: bigint, isTrue: (number: bigint) => boolean): bigint {
  let [low, high] = [0n, end];
  let step = 1n;
  for (let at = min(max(guess, 1n), end - 1n); low < at && at < high; step *= 8n) {
    if (isTrue(at)) {
      low = at;
      at += step;
    } else {
      high = at;
      at -= step;
    }
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isTrue(middle)) low = middle;
    else high = middle;
  }
  return low;
}
