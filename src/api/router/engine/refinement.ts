import { type Candidate, earningsOf, resolve } from "./candidate.ts";
import type { Problem } from "./problem.ts";
import type { PlanLimits } from "./pruning.ts";

/** Plans that one refinement solves at most. */
const MAX_TRIES = 24;
/** Edges to add that one round tries, those of most promise first. */
const MAX_ADDED = 4;
/** Gain below which a plan counts as equal. */
const NOISE = 1e-12;

/**
 * Takes single edges away from a plan, or adds them, as long as that pays after gas.
 *
 * Prices say which: an edge is worth taking away only if its surplus is below its gas, and worth adding only if the surplus that it would
 * have at the plan's prices is above, as weak duality bounds the loss from below and the gain from above.
 */
export function refine(problem: Problem, first: Candidate, limits: PlanLimits): Candidate {
  let best = first;
  let tries = 0;
  const firstBetter = (variants: Iterable<readonly number[]>): Candidate | null => {
    for (const edges of variants) {
      if (tries >= MAX_TRIES) return null;
      tries += 1;
      const next = resolve(problem, edges, best.solution.values);
      if (next !== null && next.plan.net - best.plan.net > NOISE * best.plan.amountOut) return next;
    }
    return null;
  };
  for (;;) {
    const next =
      firstBetter(without(problem, best)) ?? firstBetter(withMore(problem, best, limits));
    if (next === null) return best;
    best = next;
  }
}

/** The plan's edges less one that does not earn its gas, the worst first. */
function* without(problem: Problem, candidate: Candidate): Iterable<readonly number[]> {
  for (const { edge, ratio } of earningsOf(problem, candidate)) {
    if (ratio >= 1) return;
    yield candidate.plan.edges.filter((e) => e !== edge);
  }
}

/** The plan's edges and one of a pool that it does not use, the most promising first. */
function* withMore(
  problem: Problem,
  { plan, solution }: Candidate,
  { maxLegs }: PlanLimits,
): Iterable<readonly number[]> {
  if (plan.edges.length >= maxLegs) return;
  const { to, pool, first, curves, opening, gasPrice, source, target } = problem;
  const used = new Set(plan.edges.map((e) => pool[e]));
  const promising: { readonly edge: number; readonly gain: number }[] = [];
  for (const [u, valueIn] of solution.values.entries()) {
    if (!(valueIn > 0) || u === target) continue;
    const end = first[u + 1] ?? 0;
    for (let edge = first[u] ?? 0; edge < end; edge++) {
      const v = to[edge] ?? 0;
      const valueOut = solution.values[v] ?? 0;
      if (!((opening[edge] ?? 0) * valueOut > valueIn) || v === source) continue;
      const curve = curves[edge];
      if (curve === undefined || used.has(pool[edge])) continue;
      const x = curve.inputAt(valueIn / valueOut);
      const gain = valueOut * curve.output(x) - valueIn * x - curve.gas(x) * gasPrice;
      if (gain > 0) promising.push({ edge, gain });
    }
  }
  promising.sort((a, b) => b.gain - a.gain || a.edge - b.edge);
  for (const { edge } of promising.slice(0, MAX_ADDED)) yield [...plan.edges, edge];
}
