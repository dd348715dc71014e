import type { Steps } from "../../lib/steps.ts";
import type { Attempt } from "./attempt.ts";

/** Parts of an amount that the largest one is exact to. */
const PRECISION = 1n << 18n;
/** Part of what the input brings on average that its next unit brings, if that is nothing. */
const NOTHING = 1e-3;
/** Part of the bound by which a plan misses it that has to lose something on the way. */
const LOST = 1e-3;
/** Part of an output that prices may be off by at the amount at which an edge is just full. */
const UNSURE = 1e-4;
/** Ratio of the amounts by which one is looked for that does not fill the edge. */
const FARTHER = 16n;
/** Searches at most; four or five are usual. */
const MAX_SEARCHES = 40;
/** Part of the bound by which a plan misses it that limits of legs or gas force over bad edges. */
const FORCED = 0.1;
/** Halvings of an amount down to which it is looked whether less of it pays more. */
const HALVINGS = 3;
/** Searches for the largest amount that pays no less than a smaller one: to a thousandth of it. */
const BISECTIONS = 10;

/**
 * The largest smaller amount of which each part is worth its while; null where that is so of the
 * amount itself. So that answers grow with the amount, a larger one is to be refused.
 *
 * @param attemptAt The search for other amounts.
 */
export function* usefulAmountIn(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<bigint | null> {
  const full = yield* justFull(amountIn, found, attemptAt);
  return full ?? (yield* withinLimits(amountIn, found, attemptAt));
}

/**
 * The largest smaller amount that fills no edge in vain, to a hundred-thousandth; null where the
 * amount itself does not.
 *
 * Where an edge that everything comes to is full (a cap, the reserves of a lender) more input
 * brings nothing more. But a plan spends all of it, so that what is left are plans that lose enough
 * on the way to fit. The amount at which the edge is just full is found from below by Newton's
 * method: what the best flow pays is a concave function of the input, and the input's price its
 * slope.
 *
 * @param attemptAt The search for other amounts.
 */
function* justFull(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<bigint | null> {
  const [best] = found.plans;
  if (best === undefined || found.upperBound === null) return null;
  if (!isIdle(found) && !isLosing(found)) return null;
  let low: { readonly amountIn: bigint; readonly amountOut: bigint } | null = null;
  let high = amountIn;
  let next = amountIn / 2n;
  for (let search = 0; search < MAX_SEARCHES && next > 0n; search++) {
    yield;
    const tried = attemptAt(next);
    const [plan] = tried.plans;
    if (plan !== undefined && !isIdle(tried) && !isLosing(tried)) {
      low = { amountIn: next, amountOut: plan.amountOut };
      const step = stepTo(found.upperBound, tried, next);
      if (step <= next / PRECISION) break;
      next += step;
      if (next < high) continue;
      // As far as prices say nothing smaller pays as much.
      if (!isIdle(found) && plan.amountOut <= best.amountOut) return null;
    } else {
      high = next;
    }
    if (low !== null && high - low.amountIn <= low.amountIn / PRECISION + 1n) break;
    next = low === null ? next / FARTHER : between(low.amountIn, high);
  }
  if (low === null) return null;
  const more = Number(best.amountOut - low.amountOut) / Number(low.amountOut);
  const extra = Number(amountIn - low.amountIn) / Number(low.amountIn);
  const isUseless = isIdle(found) && more <= UNSURE + 10 * NOTHING * extra;
  return more < 0 || isUseless ? low.amountIn : null;
}

/**
 * Where few legs or little gas have to take all of an amount that good edges do not hold, it goes
 * over bad ones, and less of it may pay more: the largest amount, to a thousandth, that pays no
 * less than what a half to an eighth of it pays; null where the amount itself does.
 */
function* withinLimits(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<bigint | null> {
  let [low, tried] = [amountIn, found];
  for (let high = amountIn; ; high = low) {
    const less: Less | null = yield* halvedTo(low, tried, attemptAt);
    if (less === null) return low < amountIn ? low : null;
    [low, tried] = less;
    for (let search = 0; search < BISECTIONS && high - low > 1n; search++) {
      const middle = (low + high) / 2n;
      yield;
      const there = attemptAt(middle);
      if (paidBy(there) >= paidBy(tried)) [low, tried] = [middle, there];
      else high = middle;
    }
  }
}

/** A smaller amount, and what the search finds for it. */
type Less = readonly [amountIn: bigint, found: Attempt];

/** A part of an amount that pays more than all of it, if limits force that. */
function* halvedTo(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<Less | null> {
  const { upperBound, isLimited } = found;
  if (!isLimited || upperBound === null || Number(paidBy(found)) >= (1 - FORCED) * upperBound)
    return null;
  for (let halving = 1n; halving <= HALVINGS; halving++) {
    const part = amountIn >> halving;
    if (part === 0n) return null;
    yield;
    const tried = attemptAt(part);
    if (Number(paidBy(tried)) > (1 + UNSURE) * Number(paidBy(found))) return [part, tried];
  }
  return null;
}

function paidBy({ plans: [best] }: Attempt): bigint {
  return best?.amountOut ?? 0n;
}

/** Whether an edge is full and the input's next unit brings nothing. */
function isIdle({ filled, inputWorth, upperBound }: Attempt): boolean {
  if (filled.length === 0 || inputWorth === null || upperBound === null) return false;
  return inputWorth < NOTHING * upperBound;
}

/** Whether an edge is full and the plan pays noticeably less than the best flow may. */
function isLosing({ filled, plans: [best], upperBound }: Attempt): boolean {
  if (filled.length === 0 || best === undefined || upperBound === null) return false;
  return Number(best.net) < (1 - LOST) * upperBound;
}

/**
 * How much more of an amount may pay so much, as its next units pay no more than the first of them.
 */
function stepTo(wanted: number, { upperBound, inputWorth }: Attempt, amountIn: bigint): bigint {
  if (upperBound === null) return 0n;
  // On average units pay no less than the next one does.
  const worth = inputWorth ?? upperBound;
  const step = (Number(amountIn) * (wanted - upperBound)) / worth;
  return Number.isFinite(step) && step > 0 ? BigInt(Math.floor(step)) : 0n;
}

/** The middle of two amounts, of distant ones by their digits. */
function between(low: bigint, high: bigint): bigint {
  const bits = BigInt(Math.floor((high / low).toString(2).length / 2));
  return bits > 1n ? low << bits : (low + high) / 2n;
}
