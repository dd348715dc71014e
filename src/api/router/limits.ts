import type { Steps } from "../../lib/steps.ts";

/**
 * Looks for what takes an amount: for each way found, whether the same way takes another amount
 * too.
 */
export type FindTakers = (amountIn: bigint) => readonly ((amountIn: bigint) => boolean)[];

/**
 * Smallest amount above `failing` and up to `most` that something takes; null when nothing takes
 * any.
 *
 * What is taken must be one interval of amounts. It is found by doubling.
 */
export function* smallestAmountIn(
  failing: bigint,
  most: bigint,
  takersOf: FindTakers,
): Steps<bigint | null> {
  let low = failing;
  while (low < most) {
    const double = low > 0n ? 2n * low : 1n;
    const high = double < most ? double : most;
    yield;
    if (takersOf(high).length > 0) return yield* furthest(high, low, takersOf);
    low = high;
  }
  return null;
}

/**
 * Largest amount below `failing` that something takes; null when nothing takes any. The counterpart
 * of `smallestAmountIn`.
 */
export function* largestAmountIn(failing: bigint, takersOf: FindTakers): Steps<bigint | null> {
  let high = failing;
  while (high > 1n) {
    const low = high / 2n;
    yield;
    if (takersOf(low).length > 0) return yield* furthest(low, high, takersOf);
    high = low;
  }
  return null;
}

/**
 * The amount furthest from `working` on the way to `failing` that something takes: each way found
 * is followed as far as it leads, which is cheap, and then others are looked for behind that.
 */
function* furthest(working: bigint, failing: bigint, takersOf: FindTakers): Steps<bigint> {
  const step = failing > working ? 1n : -1n;
  let good = working;
  for (let next = working; next !== failing; next = good + step) {
    yield;
    const takers = takersOf(next);
    if (takers.length === 0) break;
    good = next;
    for (const takes of takers) {
      const further = good + step;
      if (further === failing) return good;
      if (takes(further)) good = yield* bisect(failing, further, takes);
    }
  }
  // A way that is not found at the amount it leads to, as another hides it, does not count.
  const isTaken = (amountIn: bigint): boolean => takersOf(amountIn).length > 0;
  yield;
  return isTaken(good) ? good : yield* bisect(good, working, isTaken);
}

/** Parts of an amount that `largerAmountIn` is exact to. */
const PRECISION = 1n << 17n;

/**
 * The largest amount from `working` to `most` that works, to a hundred-thousandth below; `working`
 * itself when not even that much more does.
 *
 * `works` must be true from `working` up to some amount.
 */
export function* largerAmountIn(
  working: bigint,
  most: bigint,
  works: (amountIn: bigint) => Steps<boolean>,
): Steps<bigint> {
  const more = working + working / PRECISION + 1n;
  if (more > most || !(yield* works(more))) return working;
  // Often all of the pools at one end of the route is what can be traded, less what dividing it
  // rounds away.
  const nearlyAll = most - most / PRECISION;
  yield;
  if (nearlyAll > more && (yield* works(nearlyAll))) return nearlyAll;
  let [good, bad] = [more, nearlyAll > more ? nearlyAll : most];
  while (bad - good > good / PRECISION + 1n) {
    const middle = bad > 4n * good ? 2n * good : (good + bad) / 2n;
    yield;
    if (yield* works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Amount next to `fails` on which `works` is true, between a failing and a working amount. */
function* bisect(
  fails: bigint,
  working: bigint,
  works: (amountIn: bigint) => boolean,
): Steps<bigint> {
  let [bad, good] = [fails, working];
  while (bad - good > 1n || good - bad > 1n) {
    const middle = (bad + good) / 2n;
    yield;
    if (works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
