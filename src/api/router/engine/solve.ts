import { solveDual } from "./dual.ts";
import { bestValues, startPrices } from "./prices.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, type PlanLimits, prune } from "./pruning.ts";
import { type Plan, pathPlan, recoverPlan } from "./recovery.ts";
import { bestPath } from "./single-path.ts";

/** Plans for a problem, best first, and a bound on what any plan can pay. */
export interface Solution {
  readonly plans: readonly Plan[];
  /** No flow over the problem's edges pays more before gas; null when prices could not be found. */
  readonly upperBound: number | null;
}

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
  const solution = solveDual(problem, startPrices(problem, values));
  const plans: (Plan | null)[] = [path === null ? null : pathPlan(problem, path.edges)];
  const plan = recoverPlan(problem, solution);
  if (plan !== null) {
    plans.push(plan);
    for (const pruned of prune(problem, { plan, solution }, limits)) plans.push(pruned.plan);
  }
  const { upperBound } = solution;
  return {
    plans: plans
      .filter((candidate) => candidate !== null)
      .filter((candidate) => isExecutable(problem, candidate, limits))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length),
    upperBound: Number.isFinite(upperBound) ? upperBound : null,
  };
}
