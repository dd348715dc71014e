import type { Steps } from "../../lib/steps.ts";
import { type Attempt, type AttemptOutline, isForced } from "./attempt.ts";

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
/**
 * Steps down from an amount by which it is looked whether less of it pays more, and one more for
 * each time that the bound is twice what is paid, up to so many in all.
 */
const HALVINGS = { least: 3, most: 12 };
/** Parts of an amount that the largest one within limits of legs or gas is exact to. */
const FINE = 1_000n;
/** Parts of it within which other plans are looked for that take more. */
const COARSE = 64n;

/** What the best flow of an amount says. */
type Outline = Omit<AttemptOutline, "complete">;
/** The search for an amount. */
type OutlineAt = (amountIn: bigint) => Steps<AttemptOutline>;

/**
 * The largest smaller amount of which each part is worth its while; null where that is so of the
 * amount itself. So that answers grow with the amount, a larger one is to be refused.
 *
 * @param outlineAt The search for any amount, which gives the same again for the same one.
 */
export function* usefulAmountIn(amountIn: bigint, outlineAt: OutlineAt): Steps<bigint | null> {
  let useful: bigint | null = null;
  // What is left may be too much for the other reason, or for what the steps down left out.
  for (;;) {
    const asked: bigint = useful ?? amountIn;
    // Which edges are full says little where limits force the amount.
    const isOver = isForced(yield* attemptAt(asked, outlineAt));
    const less = yield* isOver ? withinLimits(asked, outlineAt) : justFull(asked, outlineAt);
    if (less === null) return useful;
    useful = less;
  }
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
 */
function* justFull(amountIn: bigint, outlineAt: OutlineAt): Steps<bigint | null> {
  const whole = yield* attemptAt(amountIn, outlineAt);
  const { freeBound } = whole;
  const best = paidBy(whole);
  if (best === 0n || freeBound === null || !(isIdle(whole) || isLosing(whole))) return null;
  let low: bigint | null = null;
  let missed = Number.POSITIVE_INFINITY;
  let high = amountIn;
  let next = amountIn / 2n;
  for (let search = 0; search < MAX_SEARCHES && next > 0n; search++) {
    yield;
    const outline = yield* outlineAt(next);
    if (yield* isInVain(outline, missed)) {
      high = next;
    } else {
      low = next;
      if (!outline.isLimited) missed = missedBy(yield* outline.complete());
      const step = stepTo(freeBound, outline, next);
      if (step <= next / PRECISION) break;
      next += step;
      if (next < high) continue;
      // As far as prices say nothing smaller pays as much.
      if (!isIdle(whole) && paidBy(yield* outline.complete()) <= best) return null;
    }
    if (low !== null && high - low <= low / PRECISION + 1n) break;
    next = low === null ? next / FARTHER : between(low, high);
  }
  if (low === null) return null;
  const paid = paidBy(yield* attemptAt(low, outlineAt));
  const more = Number(best - paid) / Number(paid);
  const extra = Number(amountIn - low) / Number(low);
  const isUseless = isIdle(whole) && more <= UNSURE + 10 * NOTHING * extra;
  return more < 0 || isUseless ? low : null;
}

/**
 * Where few legs or little gas have to take all of an amount that good edges do not hold, it goes
 * over bad ones, and less of it may pay more: the largest amount found that pays no less than
 * smaller ones do; null where the amount itself does.
 */
function* withinLimits(amountIn: bigint, outlineAt: OutlineAt): Steps<bigint | null> {
  const less = yield* bestBelow(amountIn, outlineAt);
  return less === null ? null : yield* largestLike(less, outlineAt);
}

/** An amount that pays the most of those tried, and the next larger one that pays less. */
interface Peak {
  readonly amountIn: bigint;
  readonly above: bigint;
}

/** The largest amount found from a peak on that pays no less. */
function* largestLike({ amountIn, above }: Peak, outlineAt: OutlineAt): Steps<bigint> {
  let [best, high] = [amountIn, above];
  let most = paidBy(yield* attemptAt(best, outlineAt));
  let isFine = false;
  while (high - best > best / FINE + 1n) {
    const isNear = high - best <= best / COARSE;
    // Mostly no other plan goes on where this one ends.
    const next = isNear && !isFine ? best + best / FINE + 1n : (best + high) / 2n;
    isFine ||= isNear;
    yield;
    const found = yield* attemptAt(next, outlineAt);
    if (paidBy(found) < most) {
      high = next;
      continue;
    }
    [best, most] = [next, paidBy(found)];
    const far = furthest(next, high, found);
    const paid = paidBy(yield* attemptAt(far, outlineAt));
    if (paid >= most) [best, most] = [far, paid];
  }
  return best;
}

/** The largest amount below another one that the best plan's shares take. */
function furthest(amountIn: bigint, below: bigint, { paidFor }: Attempt): bigint {
  let [good, bad] = [amountIn, below];
  while (bad - good > good / PRECISION + 1n) {
    const middle = bad > 4n * good ? 2n * good : (good + bad) / 2n;
    if (paidFor(middle) !== null) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * The part of an amount that pays most, if that is more than all of it. Parts are halves of each
 * other, or smaller where the next unit brings nothing, down to what cannot pay more, or to an
 * eighth of the best; and what the plan found for each of them takes.
 */
function* bestBelow(amountIn: bigint, outlineAt: OutlineAt): Steps<Peak | null> {
  const whole = yield* attemptAt(amountIn, outlineAt);
  if (!isForced(whole)) return null;
  let most = paidBy(whole);
  let peak: Peak | null = null;
  const doublings = Math.log2((whole.upperBound ?? 0) / Math.max(1, Number(most)));
  const halvings = Math.min(HALVINGS.least + Math.floor(doublings), HALVINGS.most);
  let part = amountIn;
  let outline: Outline = whole;
  const tried = [amountIn];
  const aboveOf = (amount: bigint): bigint =>
    tried.reduce((least, each) => (each > amount && each < least ? each : least), amountIn);
  for (let since = 0; since < halvings; ) {
    const [step, counts] = bringsNothing(outline) ? [FARTHER, 0] : [2n, 1];
    part /= step;
    if (part === 0n) break;
    yield;
    const below = yield* outlineAt(part);
    const found = yield* below.complete();
    since += counts;
    const far = furthest(part, amountIn, found);
    for (const amount of [far, part]) {
      const paid = found.paidFor(amount) ?? paidBy(found);
      if (Number(paid) <= (1 + UNSURE) * Number(most)) continue;
      yield;
      const made = paidBy(yield* attemptAt(amount, outlineAt));
      tried.push(amount);
      if (Number(made) <= (1 + UNSURE) * Number(most)) continue;
      [most, peak] = [made, { amountIn: amount, above: aboveOf(amount) }];
      since = 0;
      break;
    }
    tried.push(part);
    if ((found.upperBound ?? 0) <= Number(most)) break;
    if ((below.freeBound ?? 0) <= Number(most)) break;
    outline = below;
  }
  return peak;
}

/** The whole search for an amount. */
function* attemptAt(amountIn: bigint, outlineAt: OutlineAt): Steps<Attempt> {
  return yield* (yield* outlineAt(amountIn)).complete();
}

function paidBy({ plans: [best] }: Attempt): bigint {
  return best?.amountOut ?? 0n;
}

/**
 * Whether what does not fit a full edge is traded for nothing, or lost on the way, or nothing takes
 * the amount. An edge may be so nearly full that only the plan of the best flow does not fit: what
 * is missed by more than by less of the amount is lost, too. Of limits it is not asked whether a
 * plan keeps them, which takes long.
 *
 * @param missedByLess Units of tokenOut.
 */
function* isInVain(outline: AttemptOutline, missedByLess: number): Steps<boolean> {
  if (isIdle(outline)) return true;
  if (outline.isLimited) return false;
  const found = yield* outline.complete();
  if (paidBy(found) === 0n || isLosing(found)) return true;
  return missedBy(found) > missedByLess + LOST * (found.freeBound ?? 0);
}

/** What the best plan is worth less than the best flow may be; 0 where that is not known. */
function missedBy({ plans: [best], freeBound }: Attempt): number {
  return freeBound === null ? 0 : freeBound - Number(best?.net ?? 0n);
}

/** Whether an edge is full and the input's next unit brings nothing. */
function isIdle(outline: Outline): boolean {
  return outline.filled.length > 0 && bringsNothing(outline);
}

/** Whether the input's next unit brings nothing. */
function bringsNothing({ inputWorth, freeBound }: Outline): boolean {
  return inputWorth !== null && freeBound !== null && inputWorth < NOTHING * freeBound;
}

/**
 * Whether an edge is full and the plan pays noticeably less than the best flow may, for no limit of
 * legs or gas.
 */
function isLosing({ filled, plans: [best], freeBound, isLimited }: Attempt): boolean {
  if (filled.length === 0 || best === undefined || freeBound === null || isLimited) return false;
  return Number(best.net) < (1 - LOST) * freeBound;
}

/**
 * How much more of an amount may pay so much, as its next units pay no more than the first of them.
 */
function stepTo(wanted: number, { freeBound, inputWorth }: Outline, amountIn: bigint): bigint {
  if (freeBound === null) return 0n;
  // On average units pay no less than the next one does.
  const worth = inputWorth ?? freeBound;
  const step = (Number(amountIn) * (wanted - freeBound)) / worth;
  return Number.isFinite(step) && step > 0 ? BigInt(Math.floor(step)) : 0n;
}

/** The middle of two amounts, of distant ones by their digits. */
function between(low: bigint, high: bigint): bigint {
  const bits = BigInt(Math.floor((high / low).toString(2).length / 2));
  return bits > 1n ? low << bits : (low + high) / 2n;
}
