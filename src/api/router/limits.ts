import type { Steps } from "../../lib/steps.ts";

/**
 * Looks for what takes an amount: for each way found, whether the same way takes another amount
 * too.
 */
export type FindTakers = (amountIn: bigint) => Steps<readonly ((amountIn: bigint) => boolean)[]>;

/** Of amounts that double, those tried first are so many apart. */
const STRIDE = 4;

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
  const amounts: bigint[] = [];
  for (let next = failing; next < most; amounts.push(next)) {
    const double = next > 0n ? 2n * next : 1n;
    next = double < most ? double : most;
  }
  return yield* furthestOf(amounts, failing, takersOf);
}

/**
 * Largest amount below `failing` that something takes; null when nothing takes any. The counterpart
 * of `smallestAmountIn`.
 */
export function* largestAmountIn(failing: bigint, takersOf: FindTakers): Steps<bigint | null> {
  const amounts: bigint[] = [];
  for (let next = failing / 2n; next > 0n; next /= 2n) amounts.push(next);
  return yield* furthestOf(amounts, failing, takersOf);
}

/**
 * From the first of some amounts that something takes, the furthest on the way to the one before
 * it, which nothing does: of the first, `failing`. Null where nothing takes any.
 */
function* furthestOf(
  amounts: readonly bigint[],
  failing: bigint,
  takersOf: FindTakers,
): Steps<bigint | null> {
  const first = yield* firstTaken(amounts, takersOf);
  if (first === null) return null;
  return yield* furthest(amounts[first] ?? failing, amounts[first - 1] ?? failing, takersOf);
}

/**
 * Where the first of some amounts is that something takes, null where nothing takes any. A few far
 * apart are tried before those between: what takes no more than that few is looked for only where
 * nothing takes more.
 */
function* firstTaken(amounts: readonly bigint[], takersOf: FindTakers): Steps<number | null> {
  const isFar = (at: number): boolean => at % STRIDE === 0 || at === amounts.length - 1;
  const all = [...amounts.keys()];
  for (const at of all.filter(isFar)) {
    if (!(yield* isTaken(at))) continue;
    for (let near = Math.max(0, at - STRIDE + 1); near < at; near++) {
      if (!isFar(near) && (yield* isTaken(near))) return near;
    }
    return at;
  }
  for (const at of all) if (!isFar(at) && (yield* isTaken(at))) return at;
  return null;

  function* isTaken(at: number): Steps<boolean> {
    yield;
    return (yield* takersOf(amounts[at] ?? 0n)).length > 0;
  }
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
    const takers = yield* takersOf(next);
    if (takers.length === 0) break;
    good = next;
    for (const takes of takers) {
      const further = good + step;
      if (further === failing) return good;
      if (takes(further))
        good = yield* bisect(failing, further, function* works(amountIn) {
          yield;
          return takes(amountIn);
        });
    }
  }
  // A way that is not found at the amount it leads to, as another hides it, does not count.
  const isTaken = function* at(amountIn: bigint): Steps<boolean> {
    return (yield* takersOf(amountIn)).length > 0;
  };
  yield;
  return (yield* isTaken(good)) ? good : yield* bisect(good, working, isTaken);
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

/** Amount next to `fails` on which `works`, which rests, is true, between it and a working one. */
function* bisect(
  fails: bigint,
  working: bigint,
  works: (amountIn: bigint) => Steps<boolean>,
): Steps<bigint> {
  let [bad, good] = [fails, working];
  while (bad - good > 1n || good - bad > 1n) {
    const middle = (bad + good) / 2n;
    if (yield* works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
