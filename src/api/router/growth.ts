import type { Steps } from "../../lib/steps.ts";
import type { Attempt, AttemptOutline } from "./attempt.ts";

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
/**
 * Steps down from an amount by which it is looked whether less of it pays more, and one more for
 * each time that the bound is twice what is paid, up to so many in all.
 */
const HALVINGS = { least: 3, most: 12 };
/**
 * Searches for the largest amount that pays no less than a smaller one: to a sixtieth of it, as
 * each takes tens of times as long as one that no limit holds back.
 */
const BISECTIONS = 6;

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
  // Which edges are full says little then.
  if (isForced(yield* attemptAt(amountIn, outlineAt)))
    return yield* withinLimits(amountIn, outlineAt);
  const full = yield* justFull(amountIn, outlineAt);
  return full === null ? null : ((yield* withinLimits(full, outlineAt)) ?? full);
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
  let high = amountIn;
  let next = amountIn / 2n;
  for (let search = 0; search < MAX_SEARCHES && next > 0n; search++) {
    yield;
    const outline = yield* outlineAt(next);
    if (yield* isInVain(outline)) {
      high = next;
    } else {
      low = next;
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
 * over bad ones, and less of it may pay more: the largest amount found, to a sixtieth, that pays no
 * less than smaller ones do; null where the amount itself does.
 */
function* withinLimits(amountIn: bigint, outlineAt: OutlineAt): Steps<bigint | null> {
  const less = yield* bestBelow(amountIn, outlineAt);
  if (less === null) return null;
  let { best, most, above: high } = less;
  for (let search = 0; search < BISECTIONS && high - best > 1n; search++) {
    const middle = (best + high) / 2n;
    yield;
    const paid = paidBy(yield* attemptAt(middle, outlineAt));
    if (paid >= most) [best, most] = [middle, paid];
    else high = middle;
  }
  // What the steps down left out may pay still more.
  return (yield* bestBelow(best, outlineAt))?.best ?? best;
}

/**
 * The part of an amount that pays most, if that is more than all of it, and the next larger one
 * that was tried. Parts are halves of each other, or smaller where the next unit brings nothing,
 * down to what cannot pay more, or to an eighth of the best.
 */
function* bestBelow(
  amountIn: bigint,
  outlineAt: OutlineAt,
): Steps<{ readonly best: bigint; readonly most: bigint; readonly above: bigint } | null> {
  const whole = yield* attemptAt(amountIn, outlineAt);
  if (!isForced(whole)) return null;
  let [best, most] = [amountIn, paidBy(whole)];
  const doublings = Math.log2((whole.upperBound ?? 0) / Math.max(1, Number(most)));
  const halvings = Math.min(HALVINGS.least + Math.floor(doublings), HALVINGS.most);
  let [part, above] = [amountIn, amountIn];
  let outline: Outline = whole;
  for (let since = 0; since < halvings; ) {
    const before = part;
    const [step, counts] = bringsNothing(outline) ? [FARTHER, 0] : [2n, 1];
    part /= step;
    if (part === 0n) break;
    yield;
    const tried = yield* outlineAt(part);
    if ((tried.freeBound ?? 0) <= Number(most)) break;
    const found = yield* tried.complete();
    since += counts;
    if (Number(paidBy(found)) > (1 + UNSURE) * Number(most)) {
      [best, most, above] = [part, paidBy(found), before];
      since = 0;
    }
    if ((found.upperBound ?? 0) <= Number(most)) break;
    outline = tried;
  }
  return best < amountIn ? { best, most, above } : null;
}

/** The whole search for an amount. */
function* attemptAt(amountIn: bigint, outlineAt: OutlineAt): Steps<Attempt> {
  return yield* (yield* outlineAt(amountIn)).complete();
}

/** Whether limits of legs or gas keep a plan far below the best flow. */
function isForced(found: Attempt): boolean {
  const { isLimited, upperBound } = found;
  if (!isLimited || upperBound === null) return false;
  return Number(paidBy(found)) < (1 - FORCED) * upperBound;
}

function paidBy({ plans: [best] }: Attempt): bigint {
  return best?.amountOut ?? 0n;
}

/**
 * Whether what does not fit a full edge is traded for nothing, or lost on the way, or nothing takes
 * the amount. Of limits it is not asked whether a plan keeps them, which takes long.
 */
function* isInVain(outline: AttemptOutline): Steps<boolean> {
  if (isIdle(outline)) return true;
  if (outline.isLimited) return false;
  const found = yield* outline.complete();
  return paidBy(found) === 0n || isLosing(found);
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
