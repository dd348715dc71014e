import type { Candidate } from "./candidate.ts";
import { solveDual } from "./dual.ts";
import { bestValues, startPrices } from "./prices.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, type PlanLimits, prune } from "./pruning.ts";
import { type Plan, pathPlan, recoverPlan } from "./recovery.ts";
import { refine } from "./refinement.ts";
import { bestPath } from "./single-path.ts";

/** Plans for a problem, best first, and a bound on what any plan can pay. */
export interface Solution {
  readonly plans: readonly Plan[];
  /** No flow over the problem's edges pays more before gas; null when prices could not be found. */
  readonly upperBound: number | null;
}

/** Legs up to which a plan is refined edge by edge; in longer ones single edges matter little. */
const MAX_REFINED_LEGS = 64;

/**
 * Solves a flow problem: the best single path, which nothing returned is worse than; the optimum over all splits, by prices; and what is
 * left of that when edges that do not earn their gas go.
 */
export function solve(
  problem: Problem,
  limits: PlanLimits & { readonly maxHops: number },
): Solution {
  const values = bestValues(problem);
  const path = bestPath(problem, values, limits.maxHops);
  const single = path === null ? null : pathPlan(problem, path.edges);
  const solution = solveDual(problem, startPrices(problem, values));
  const plan = recoverPlan(problem, solution);
  const split = plan === null ? [] : splitPlans(problem, { plan, solution }, limits);
  const { upperBound } = solution;
  return {
    plans: [...(single === null ? [] : [single]), ...split]
      .filter((candidate) => isExecutable(problem, candidate, limits))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length),
    upperBound: Number.isFinite(upperBound) ? upperBound : null,
  };
}

/** The optimum before gas, what pruning makes of it, and the refined best of those. */
function splitPlans(problem: Problem, optimum: Candidate, limits: PlanLimits): readonly Plan[] {
  const candidates = [optimum, ...prune(problem, optimum, limits)];
  const plans = candidates.map(({ plan }) => plan);
  const best = candidates
    .filter(({ plan }) => isExecutable(problem, plan, limits))
    .reduce<Candidate | null>(
      (most, next) => (most === null || next.plan.net > most.plan.net ? next : most),
      null,
    );
  if (best === null || problem.gasPrice === 0 || best.plan.edges.length > MAX_REFINED_LEGS) {
    return plans;
  }
  const refined = refine(problem, best, limits);
  return refined === best ? plans : [...plans, refined.plan];
}
