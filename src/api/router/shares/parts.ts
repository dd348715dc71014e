import type { Steps } from "../../../lib/steps.ts";
import type { Share } from "../../../protocols/liquidity.ts";

/** How a value is divided over the tokens of a share: parts of 1, by token. */
export type Parts = readonly number[];

/** What a division mints. */
export interface Minted {
  readonly minted: bigint;
  /** By token: how much is paid in of what the pool has. */
  readonly fills: readonly number[];
}

export interface PartsTerms {
  readonly takes: Share["takes"];
  readonly tryParts: (parts: Parts) => Minted | null;
}

/** Steps of a secant towards fills that are alike; five are usual. */
const MAX_STEPS = 12;
/** Difference of the fills that is rounding. */
const ALIKE = 1e-12;
/** Steps of a search of one part. */
const GOLDEN_STEPS = 14;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** How far a part may be from right. */
const NEAR = 0.08;

/** The division that mints most, from one that is a guess. */
export function* bestParts(parts: Parts, terms: PartsTerms): Steps<Parts> {
  return terms.takes === "proportion" && parts.length === 2
    ? yield* alikeParts(parts, terms)
    : yield* searchedParts(parts, terms);
}

/** Of two tokens that are taken in proportion only: where neither is left over. */
function* alikeParts(parts: Parts, { tryParts }: PartsTerms): Steps<Parts> {
  const [first = 0.5] = parts;
  const partsAt = (odds: number): Parts => {
    const one = 1 / (1 + Math.exp(-odds));
    return [one, 1 - one];
  };
  const excessAt = (odds: number): number | null => {
    const [one, two] = tryParts(partsAt(odds))?.fills ?? [];
    return one === undefined || two === undefined ? null : Math.log(one / two);
  };
  let odds = Math.log(first / (1 - first));
  let excess = excessAt(odds);
  let slope = 1;
  for (let step = 0; step < MAX_STEPS && excess !== null && Math.abs(excess) > ALIKE; step++) {
    const next = odds - Math.min(4, Math.max(-4, excess / slope));
    yield;
    const found = excessAt(next);
    if (found === null || next === odds) break;
    const measured = (found - excess) / (next - odds);
    // What more of a part brings falls, but never rises faster than the part.
    if (measured > 0 && Number.isFinite(measured)) slope = measured;
    if (Math.abs(found) >= Math.abs(excess)) {
      slope *= 2;
      continue;
    }
    odds = next;
    excess = found;
  }
  return partsAt(odds);
}

/** Moves value between each token and the heaviest one to where most is minted. */
function* searchedParts(parts: Parts, { tryParts }: PartsTerms): Steps<Parts> {
  let best = parts;
  const heaviest = parts.indexOf(Math.max(...parts));
  const mintedBy = (tried: Parts): bigint => tryParts(tried)?.minted ?? 0n;
  for (const [at, part] of parts.entries()) {
    if (at === heaviest) continue;
    const both = part + (best[heaviest] ?? 0);
    const partsAt = (x: number): Parts =>
      best.map((each, i) => (i === at ? x * both : i === heaviest ? (1 - x) * both : each));
    const own = both > 0 ? part / both : 0;
    const [low, high] = [Math.max(0, own - NEAR), Math.min(1, own + NEAR)];
    const found = yield* largestOf((x) => mintedBy(partsAt(x)), { low, high });
    const candidates = [own, found, low, high];
    const [first = own] = candidates
      .map((x) => ({ x, minted: mintedBy(partsAt(x)) }))
      .sort((a, b) => Number(b.minted > a.minted) - Number(a.minted > b.minted))
      .map(({ x }) => x);
    best = partsAt(first);
  }
  return best;
}

/** Where a function with one summit is largest, by the golden section. */
function* largestOf(
  valueAt: (x: number) => bigint,
  { low, high }: { readonly low: number; readonly high: number },
): Steps<number> {
  let [a, b] = [low, high];
  let [c, d] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
  let [atC, atD] = [valueAt(c), valueAt(d)];
  for (let step = 0; step < GOLDEN_STEPS; step++) {
    yield;
    if (atC >= atD) {
      [b, d, atD] = [d, c, atC];
      c = b - GOLDEN * (b - a);
      atC = valueAt(c);
    } else {
      [a, c, atC] = [c, d, atD];
      d = a + GOLDEN * (b - a);
      atD = valueAt(d);
    }
  }
  return (a + b) / 2;
}
