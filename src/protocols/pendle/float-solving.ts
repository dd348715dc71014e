/** A growing function whose slope grows too, in floating point. */
export interface Growing {
  readonly value: (x: number) => number;
  readonly slope: (x: number) => number;
}

/** Steps of Newton's method at most; a few are enough. */
const MAX_STEPS = 60;
/** Relative length of the last step. */
const LAST_STEP = 1e-15;
/** Halvings of the interval in which a payment begins to fall. */
const HALVINGS = 60;

/**
 * Where a function has a value, from 0 to `most`, by Newton's method: from too much each step ends
 * at too much again.
 */
export function inputOf(
  wanted: number,
  { value, slope }: Growing,
  { start, most }: { readonly start: number; readonly most: number },
): number {
  let x = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = x - (value(x) - wanted) / slope(x);
    const kept = next > 0 ? Math.min(next, most) : x / 2;
    if (!(Math.abs(kept - x) > LAST_STEP * x)) return kept;
    x = kept;
  }
  return x;
}

/** Up to where a payment grows with what is given, at most `most`; its slope falls. */
export function lastRising(slope: (x: number) => number, most: number): number {
  if (slope(most) > 0) return most;
  let [low, high] = [0, most];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}
