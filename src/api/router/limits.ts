/** Doublings that cover every amount up to 2^256. */
const MAX_DOUBLINGS = 256;

/**
 * Smallest amount above `failing` that works, when amounts just above it do; null when no amount above it works.
 *
 * `works` must be true on one interval of amounts. The interval is found by doubling, its lower end by bisection.
 */
export function smallestAmountIn(
  failing: bigint,
  works: (amountIn: bigint) => boolean,
): bigint | null {
  let low = failing;
  let high = failing;
  for (let i = 0; i < MAX_DOUBLINGS; i++) {
    low = high;
    high *= 2n;
    if (high >= 1n << 256n) return null;
    if (works(high)) return bisect(low, high, works);
  }
  return null;
}

/** Largest amount below `failing` that works; null when none does. The counterpart of `smallestAmountIn`. */
export function largestAmountIn(
  failing: bigint,
  works: (amountIn: bigint) => boolean,
): bigint | null {
  let low = failing;
  let high = failing;
  while (low > 1n) {
    high = low;
    low /= 2n;
    if (works(low)) return bisect(high, low, works);
  }
  return null;
}

/** Parts of an amount that `largerAmountIn` is exact to. */
const PRECISION = 1n << 20n;

/**
 * The largest amount from `working` to below `failing` that works, to a millionth below; `working` itself when not even a millionth more does.
 *
 * `works` must be true from `working` up to some amount.
 */
export function largerAmountIn(
  working: bigint,
  failing: bigint,
  works: (amountIn: bigint) => boolean,
): bigint {
  let good = working;
  let step = working / PRECISION + 1n;
  while (good + step < failing && works(good + step)) {
    good += step;
    step *= 2n;
  }
  // Now good + step fails, or is beyond what is known to.
  let bad = good + step < failing ? good + step : failing;
  while (bad - good > good / PRECISION + 1n) {
    const middle = (good + bad) / 2n;
    if (works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Amount next to `fails` on which `works` is true, between a failing and a working amount. */
function bisect(fails: bigint, working: bigint, works: (amountIn: bigint) => boolean): bigint {
  let [bad, good] = [fails, working];
  while (bad - good > 1n || good - bad > 1n) {
    const middle = (bad + good) / 2n;
    if (works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
