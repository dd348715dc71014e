import { type Candidate, candidateOf, resolve } from "./candidate.ts";
import { solveDual } from "./dual.ts";
import { bestValues, startPrices } from "./prices.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, MANY_LEGS, type PlanLimits, prune } from "./pruning.ts";
import { type Plan, pathPlan } from "./recovery.ts";
import { refine } from "./refinement.ts";
import { type Separated, separate } from "./separation.ts";
import { bestPath } from "./single-path.ts";

/** Plans for a problem, best first, and a bound on what any plan can pay. */
export interface Solution {
  readonly plans: readonly Plan[];
  /** No flow over the problem's edges pays more before gas; null when prices could not be found. */
  readonly upperBound: number | null;
}

/** Legs of the best split beyond which no plan that grows from a path reaches it. */
const GROWN_LEGS = 16;

/**
 * Solves a flow problem: the best single path, which nothing returned is worse than; the optimum
 * over all splits, by prices; what is left of that when edges that do not earn their gas go; and
 * what single edges more or less make of the best of those and of the path.
 */
export function solve(
  problem: Problem,
  limits: PlanLimits & { readonly maxHops: number },
): Solution {
  const values = bestValues(problem);
  const path = bestPath(problem, values, limits.maxHops);
  const single = path === null ? null : pathPlan(problem, path.edges);
  const optimum = solveDual(problem, startPrices(problem, values));
  const split = separate(problem, optimum).flatMap((apart) =>
    splitCandidates(problem, apart, limits),
  );
  const best = split
    .filter(({ plan }) => isExecutable(problem, plan, limits))
    .sort((a, b) => b.plan.net - a.plan.net)[0];
  const legs = best?.plan.edges.length ?? 0;
  const isFree = problem.gasPrice === 0;
  const isGrown = isFree || legs > GROWN_LEGS || path === null;
  const alone = isGrown ? null : resolve(problem, path.edges, values);
  const refined = isFree || legs > LONG ? [] : refinedPlans(problem, [best ?? null, alone], limits);
  const { upperBound } = optimum;
  return {
    plans: [single, ...split.map(({ plan }) => plan), ...refined]
      .filter((plan) => plan !== null)
      .filter((plan) => isExecutable(problem, plan, limits))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length),
    upperBound: Number.isFinite(upperBound) ? upperBound : null,
  };
}

/**
 * Parts of its gas that an edge has to earn to be taken up, where single edges matter: the fewer
 * earn theirs, the more of them are taken.
 */
const NEARLY = [0.5, 0.25];
/** Legs beyond which single edges do not. */
const LONG = 256;
/** Part of the bound that prices with gas may miss: they only choose edges. */
const CHARGED_TOLERANCE = 1e-7;

/**
 * Splits of the input: the optimum where gas is free, else what is left of it when edges pay for
 * their gas.
 */
function splitCandidates(
  problem: Problem,
  { edges, solution }: Separated,
  limits: PlanLimits,
): readonly Candidate[] {
  const pruned = (first: Candidate | null): readonly Candidate[] =>
    first === null ? [] : [first, ...prune(problem, first, limits)];
  const isShort = solution.edges.length <= MANY_LEGS;
  if (isShort || problem.gasPrice === 0) return pruned(candidateOf(problem, solution));
  const options = { pays: "gas", tolerance: CHARGED_TOLERANCE } as const;
  const among = edges === undefined ? {} : { edges };
  const charged = solveDual(problem, solution.values, { ...options, ...among });
  const earning = (part: number): readonly number[] =>
    [...charged.edges].filter(
      (_, i) => (charged.surpluses[i] ?? 0) >= part * (charged.charges[i] ?? 0),
    );
  const paying = resolve(problem, earning(1), charged.values);
  if (paying !== null && paying.plan.edges.length > LONG) return pruned(paying);
  const nearly = NEARLY.map((part) => resolve(problem, earning(part), charged.values));
  const found = [paying, ...nearly].filter((candidate) => candidate !== null);
  return [...found.slice(0, -1), ...pruned(found.at(-1) ?? null)];
}

/** What edges more or less make of some plans. */
function refinedPlans(
  problem: Problem,
  candidates: readonly (Candidate | null)[],
  limits: PlanLimits,
): readonly Plan[] {
  return candidates.flatMap((candidate) => {
    const refined = candidate === null ? null : refine(problem, candidate, limits);
    return refined === null || refined === candidate ? [] : [refined.plan];
  });
}
