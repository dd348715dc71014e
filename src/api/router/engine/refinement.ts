import type { Steps } from "../../../lib/steps.ts";
import { type Addition, promisingAdditions, WORTHWHILE } from "./additions.ts";
import { type Candidate, earningsOf, resolve } from "./candidate.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, type PlanLimits } from "./pruning.ts";

/** Legs of all plans together that one refinement solves at most. */
const MAX_SOLVED_LEGS = 2_048;
/** Additions that one round tries, those of most promise first. */
const MAX_ADDED = 4;
/** Gain below which a plan counts as equal. */
const NOISE = 1e-12;

/**
 * Takes single edges away from a plan, adds edges and chains of some, or trades another pair of a
 * pool, as long as that pays after gas.
 *
 * Prices say which: an edge is worth taking away only if its surplus is below its gas, and worth
 * adding only if the surplus that it would have at the plan's prices is above, as weak duality
 * bounds the loss from below and the gain from above.
 *
 * @param passed Plans that were refined before within the same limits: what comes to one of them
 *   ends there, as what became of that is known. This one's are added.
 * @param isEnough Whether nothing better than a plan has to be looked for.
 */
export function* refine(
  problem: Problem,
  first: Candidate,
  on: {
    readonly limits: PlanLimits;
    readonly passed?: Set<Candidate>;
    readonly isEnough?: (candidate: Candidate) => boolean;
  },
): Steps<Candidate> {
  const { limits, passed = new Set(), isEnough = () => false } = on;
  let best = first;
  let legs = 0;
  const isBetter = ({ plan }: Candidate): boolean =>
    plan.net - best.plan.net > NOISE * best.plan.amountOut && isExecutable(problem, plan, limits);
  const firstBetter = function* better(variants: Iterable<Addition>): Steps<Candidate | null> {
    for (const { edges, values } of variants) {
      yield;
      legs += edges.length;
      if (legs > MAX_SOLVED_LEGS) return null;
      const next = resolve(problem, edges, values);
      if (next === null) continue;
      if (isBetter(next)) return next;
      legs += next.plan.edges.length;
      for (const kept of exchanged(best, next)) {
        const fewer = resolve(problem, kept, next.solution.values);
        if (fewer !== null && isBetter(fewer)) return fewer;
      }
    }
    return null;
  };
  for (;;) {
    if (passed.has(best) || isEnough(best)) return best;
    passed.add(best);
    const next =
      (yield* firstBetter(without(best))) ??
      (yield* firstBetter(withMore(problem, best))) ??
      (yield* firstBetter(withOthers(problem, best)));
    if (next === null) return best;
    best = next;
  }
}

/**
 * The edges of a plan that got more of them, without those of before that no longer earn their gas
 * beside them, or without the worst of these alone: what shares its trade with another way may earn
 * as little as that does, and one of the two is worth keeping.
 */
function exchanged(before: Candidate, next: Candidate): readonly (readonly number[])[] {
  const old = new Set(before.plan.edges);
  const losing = earningsOf(next)
    .filter(({ edge, ratio }) => ratio < 1 && old.has(edge))
    .map(({ edge }) => edge);
  const without = (edges: readonly number[]) => next.plan.edges.filter((e) => !edges.includes(e));
  if (losing.length === 0) return [];
  return losing.length === 1 ? [without(losing)] : [without(losing), without(losing.slice(0, 1))];
}

/** The plan's edges less one that does not earn its gas, the worst first. */
function* without(candidate: Candidate): Iterable<Addition> {
  const { plan, solution } = candidate;
  for (const { edge, ratio, earned, charge } of earningsOf(candidate)) {
    if (ratio >= 1) return;
    if (charge - earned < WORTHWHILE * plan.amountOut) continue;
    yield { edges: plan.edges.filter((e) => e !== edge), values: solution.values };
  }
}

/** The plan's edges with another edge of a pool for the one that it uses. */
function* withOthers(problem: Problem, { plan, solution }: Candidate): Iterable<Addition> {
  const { from, to, pool, opening, curves, source, target } = problem;
  const { values } = solution;
  const own = new Map(plan.edges.map((e) => [pool[e] ?? -1, e]));
  const others: { readonly edge: number; readonly gain: number }[] = [];
  for (let e = 0; e < from.length; e++) {
    const [valueIn, valueOut] = [values[from[e] ?? 0] ?? 0, values[to[e] ?? 0] ?? 0];
    if (!(valueIn > 0 && (opening[e] ?? 0) * valueOut > valueIn)) continue;
    const [used, curve] = [own.get(pool[e] ?? -1), curves[e]];
    if (used === undefined || used === e) continue;
    if (from[e] === target || to[e] === source || curve === undefined) continue;
    const x = curve.inputAt(valueIn / valueOut);
    others.push({ edge: e, gain: valueOut * curve.output(x) - valueIn * x });
  }
  others.sort((a, b) => b.gain - a.gain || a.edge - b.edge);
  for (const { edge, gain } of others.slice(0, MAX_ADDED)) {
    if (gain < WORTHWHILE * plan.amountOut) return;
    const kept = plan.edges.filter((e) => pool[e] !== pool[edge]);
    yield { edges: [...kept, edge], values };
  }
}

/** The plan's edges and some of pools that it does not use, the most promising first. */
function* withMore(problem: Problem, { plan, solution }: Candidate): Iterable<Addition> {
  const additions = promisingAdditions(problem, solution.values, plan).slice(0, MAX_ADDED);
  for (const { edges, values } of additions) yield { edges: [...plan.edges, ...edges], values };
}
