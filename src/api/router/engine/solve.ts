import { type Candidate, resolve } from "./candidate.ts";
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
 * Solves a flow problem: the best single path, which nothing returned is worse than; the optimum over all splits, by prices; what is left of
 * that when edges that do not earn their gas go; and what single edges more or less make of the best of those and of the path.
 */
export function solve(
  problem: Problem,
  limits: PlanLimits & { readonly maxHops: number },
): Solution {
  const values = bestValues(problem);
  const path = bestPath(problem, values, limits.maxHops);
  const single = path === null ? null : pathPlan(problem, path.edges);
  const alone = path === null ? null : resolve(problem, path.edges, values);
  const solution = solveDual(problem, startPrices(problem, values));
  const optimum = recoverPlan(problem, solution);
  const first = optimum === null ? null : { plan: optimum, solution };
  const split = first === null ? [] : [first, ...prune(problem, first, limits)];
  const best = split
    .filter(({ plan }) => isExecutable(problem, plan, limits))
    .sort((a, b) => b.plan.net - a.plan.net)[0];
  const refined = [best, alone].map((candidate) => refinedPlan(problem, candidate ?? null, limits));
  const { upperBound } = solution;
  return {
    plans: [single, ...split.map(({ plan }) => plan), ...refined]
      .filter((plan) => plan !== null)
      .filter((plan) => isExecutable(problem, plan, limits))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length),
    upperBound: Number.isFinite(upperBound) ? upperBound : null,
  };
}

/** Null where there is nothing to refine: no plan, no gas, or too many legs. */
function refinedPlan(
  problem: Problem,
  candidate: Candidate | null,
  limits: PlanLimits,
): Plan | null {
  if (candidate === null || problem.gasPrice === 0) return null;
  if (candidate.plan.edges.length > MAX_REFINED_LEGS) return null;
  const refined = refine(problem, candidate, limits);
  return refined === candidate ? null : refined.plan;
}
