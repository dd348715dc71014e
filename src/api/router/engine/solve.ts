import { type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, prune } from "./pruning.ts";
import { type Plan, pathPlan, recoverPlan } from "./recovery.ts";
import { bestPath, type FloatPath, tokenValues } from "./single-path.ts";

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
  options: { readonly maxLegs: number; readonly maxHops: number },
): Solution {
  const { maxLegs, maxHops } = options;
  const values = tokenValues(problem);
  const nothing = new Float64Array(problem.edges.length);
  const path = bestPath(problem, problem.amountIn, { flow: nothing, values, maxHops });
  const plans: Plan[] = [];
  const single = path === null ? null : pathPlan(problem, path.edges);
  if (single !== null) plans.push(single);
  const solution = solveDual(problem, startPrices(problem, path, values), null);
  const plan = recoverPlan(problem, { ...solution, worth: solution.upperBound });
  if (plan !== null) {
    plans.push(plan);
    for (const pruned of prune(problem, { plan, solution }, maxLegs)) plans.push(pruned.plan);
  }
  return {
    plans: plans
      .filter((candidate) => isExecutable(problem, candidate, maxLegs))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length),
    upperBound: boundOf(solution),
  };
}

function boundOf({ upperBound }: DualSolution): number | null {
  return Number.isFinite(upperBound) ? upperBound : null;
}

/**
 * Prices near the optimum's: along the best path what the last unit pays there; elsewhere what the best edge pays for the first unit, so
 * that tokens off the path start without trades.
 */
function startPrices(problem: Problem, path: FloatPath | null, values: Float64Array): Float64Array {
  if (path === null) return values;
  const { from, to, target, curves, opening, tokens } = problem;
  const prices = new Float64Array(tokens.length);
  const isFixed = new Uint8Array(tokens.length);
  prices[target] = 1;
  isFixed[target] = 1;
  const amounts = amountsAlong(problem, path.edges);
  for (let i = path.edges.length - 1; i >= 0; i--) {
    const e = path.edges[i] ?? 0;
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    prices[u] = (curves[e]?.marginal(amounts[i] ?? 0) ?? 0) * (prices[v] ?? 0);
    isFixed[u] = 1;
  }
  for (let isChanged = true, round = 0; isChanged && round < tokens.length; round++) {
    isChanged = false;
    for (let e = 0; e < from.length; e++) {
      const [u, v] = [from[e] ?? 0, to[e] ?? 0];
      if (isFixed[u] === 1 || !((prices[v] ?? 0) > 0)) continue;
      const price = (opening[e] ?? 0) * (prices[v] ?? 0);
      if (price > (prices[u] ?? 0) * (1 + 1e-12)) {
        prices[u] = price;
        isChanged = true;
      }
    }
  }
  return prices;
}

function amountsAlong({ curves, amountIn }: Problem, path: readonly number[]): readonly number[] {
  const amounts: number[] = [];
  let amount = amountIn;
  for (const e of path) {
    amounts.push(amount);
    amount = curves[e]?.output(amount) ?? 0;
  }
  return amounts;
}
