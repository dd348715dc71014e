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
/** Steps down from an amount by which it is looked whether less of it pays more. */
const HALVINGS = 3;
/**
 * Searches for the largest amount that pays no less than a smaller one: to a sixtieth of it, as
 * each takes tens of times as long as one that no limit holds back.
 */
const BISECTIONS = 6;

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
  // Each search takes long then, and which edges are full says little.
  if (isForced(found)) return yield* withinLimits(amountIn, found, attemptAt);
  const full = yield* justFull(amountIn, found, attemptAt);
  return full === null ? null : ((yield* withinLimits(...full, attemptAt)) ?? full[0]);
}

/** A smaller amount, and what the search finds for it. */
type Less = readonly [amountIn: bigint, found: Attempt];

/**
 * The largest smaller amount that fills no edge in vain, to a hundred-thousandth, and what is found
 * for it; null where the amount itself does not.
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
): Steps<Less | null> {
  const [best] = found.plans;
  if (best === undefined || found.upperBound === null) return null;
  if (!isIdle(found) && !isLosing(found)) return null;
  let low: Less | null = null;
  let high = amountIn;
  let next = amountIn / 2n;
  for (let search = 0; search < MAX_SEARCHES && next > 0n; search++) {
    yield;
    const tried = attemptAt(next);
    const [plan] = tried.plans;
    if (plan !== undefined && !isIdle(tried) && !isLosing(tried)) {
      low = [next, tried];
      const step = stepTo(found.upperBound, tried, next);
      if (step <= next / PRECISION) break;
      next += step;
      if (next < high) continue;
      // As far as prices say nothing smaller pays as much.
      if (!isIdle(found) && plan.amountOut <= best.amountOut) return null;
    } else {
      high = next;
    }
    if (low !== null && high - low[0] <= low[0] / PRECISION + 1n) break;
    next = low === null ? next / FARTHER : between(low[0], high);
  }
  if (low === null) return null;
  const paid = paidBy(low[1]);
  const more = Number(best.amountOut - paid) / Number(paid);
  const extra = Number(amountIn - low[0]) / Number(low[0]);
  const isUseless = isIdle(found) && more <= UNSURE + 10 * NOTHING * extra;
  return more < 0 || isUseless ? low : null;
}

/**
 * Where few legs or little gas have to take all of an amount that good edges do not hold, it goes
 * over bad ones, and less of it may pay more: the largest amount found, to a sixtieth, that pays no
 * less than smaller ones do; null where the amount itself does.
 */
function* withinLimits(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<bigint | null> {
  const less = yield* bestBelow(amountIn, found, attemptAt);
  if (less === null) return null;
  let { best, above: high } = less;
  for (let search = 0; search < BISECTIONS && high - best[0] > 1n; search++) {
    const middle = (best[0] + high) / 2n;
    yield;
    const tried = attemptAt(middle);
    if (paidBy(tried) >= paidBy(best[1])) best = [middle, tried];
    else high = middle;
  }
  // What the steps down left out may pay still more.
  return (yield* bestBelow(...best, attemptAt))?.best[0] ?? best[0];
}

/**
 * The part of an amount that pays most, if that is more than all of it, and the next larger one
 * that was tried. Parts are halves of each other, or smaller where the next unit brings nothing,
 * down to what cannot pay more, or to an eighth of the best.
 */
function* bestBelow(
  amountIn: bigint,
  found: Attempt,
  attemptAt: (amountIn: bigint) => Attempt,
): Steps<{ readonly best: Less; readonly above: bigint } | null> {
  if (!isForced(found)) return null;
  let best: Less = [amountIn, found];
  let above = amountIn;
  let [part, tried] = best;
  for (let since = 0; since < HALVINGS; ) {
    const before = part;
    const [step, counts] = bringsNothing(tried) ? [FARTHER, 0] : [2n, 1];
    part /= step;
    if (part === 0n) break;
    yield;
    tried = attemptAt(part);
    since += counts;
    if (Number(paidBy(tried)) > (1 + UNSURE) * Number(paidBy(best[1]))) {
      best = [part, tried];
      above = before;
      since = 0;
    }
    if ((tried.upperBound ?? 0) <= Number(paidBy(best[1]))) break;
  }
  return best[0] < amountIn ? { best, above } : null;
}

/** Whether limits of legs or gas keep a plan far below the best flow. */
function isForced({ isLimited, upperBound, plans: [best] }: Attempt): boolean {
  if (!isLimited || upperBound === null) return false;
  return Number(best?.amountOut ?? 0n) < (1 - FORCED) * upperBound;
}

function paidBy({ plans: [best] }: Attempt): bigint {
  return best?.amountOut ?? 0n;
}

/** Whether an edge is full and the input's next unit brings nothing. */
function isIdle(found: Attempt): boolean {
  return found.filled.length > 0 && bringsNothing(found);
}

/** Whether the input's next unit brings nothing. */
function bringsNothing({ inputWorth, upperBound }: Attempt): boolean {
  return inputWorth !== null && upperBound !== null && inputWorth < NOTHING * upperBound;
}

/**
 * Whether an edge is full and the plan pays noticeably less than the best flow may, for no limit of
 * legs or gas.
 */
function isLosing({ filled, plans: [best], upperBound, isLimited }: Attempt): boolean {
  if (filled.length === 0 || best === undefined || upperBound === null || isLimited) return false;
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
