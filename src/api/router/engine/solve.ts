import { atOnce, type Steps } from "../../../lib/steps.ts";
import { chainBound } from "./acyclic-bound.ts";
import { type Candidate, resolve } from "./candidate.ts";
import { filledEdges } from "./filled-edges.ts";
import { type ExactGas, gasOf, withExactGas } from "./gas-correction.ts";
import { type Limited, searchWithin } from "./limited.ts";
import { bestValues, leastCosts, startPrices } from "./prices.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, type PlanLimits } from "./pruning.ts";
import { type Plan, pathPlan } from "./recovery.ts";
import { bestOf, isSure, refinedRound, UNLIMITED } from "./round.ts";
import { bestPath, type FloatPath, pathPrices } from "./single-path.ts";
import { withSupplies } from "./supplies.ts";
import { endWrapGas, oddForm } from "./wrap-gas.ts";

/** Part of a bound that is worth another one. */
const NOTICED = 1e-5;
/** Part of the gas limit from which estimates, which may be several times too low, are checked. */
const NEAR = 1 / 16;

/** What the optimum over all splits says of a problem, limits aside. */
export interface Outline {
  /**
   * No flow over the problem's edges pays more after gas, whatever the limits are; null when prices
   * could not be found.
   */
  readonly freeBound: number | null;
  /**
   * What all of the input is worth at the price of its next unit; null where no price is needed.
   */
  readonly inputWorth: number | null;
  /** Edges of which the optimum trades all that they take. */
  readonly filled: readonly number[];
  /** Whether the limits of legs and gas keep the best plan from being taken. */
  readonly isLimited: boolean;
}

/** Plans for a problem, best first, and a bound on what any plan can pay. */
export interface Solution extends Outline {
  readonly plans: readonly Plan[];
  /** As `freeBound`, of flows within the limits. */
  readonly upperBound: number | null;
}

/** What a plan has to keep to. */
export interface Limits extends PlanLimits {
  readonly maxHops: number;
  readonly exactGas?: ExactGas;
}

/** Whether a plan is not within the limits, by exact gas where it comes near. */
function exceedsLimits(
  problem: Problem,
  plan: Plan,
  { limits, exactGas }: { readonly limits: PlanLimits; readonly exactGas: ExactGas },
): boolean {
  if (!isExecutable(problem, plan, limits)) return true;
  if (plan.gas < NEAR * limits.maxGas) return false;
  return gasOf(withExactGas(problem, plan, exactGas), plan) > limits.maxGas;
}

/**
 * Bounds less the gas of a wrap, where one end of the request is the native currency: a plan wraps,
 * or does without edges of the other form.
 */
function afterWrap(problem: Problem): (bound: number) => number {
  const cost = endWrapGas(problem) * problem.gasPrice;
  let withoutOdd: number | null = null;
  return (bound) => {
    if (!(cost > bound * NOTICED)) return bound;
    withoutOdd ??= chainBound(problem, oddForm(problem));
    return Math.min(bound, Math.max(bound - cost, withoutOdd));
  };
}

/** Whether no other plan has to be looked for, nor a price of what an edge takes no more of. */
function isEnough(
  problem: Problem,
  plan: Plan,
  { limits, bound }: { readonly limits: PlanLimits; readonly bound: number },
): boolean {
  if (!isSure(problem, plan, bound) || !isExecutable(problem, plan, limits)) return false;
  const { edges, amounts } = plan;
  return filledEdges(problem, { edges, inputs: amounts }).length === 0;
}

/** The best paths of fewer hops than there may be, as plans grow from them within limits. */
function shorterPaths(
  problem: Problem,
  values: Float64Array,
  maxHops: number,
): readonly Candidate[] {
  return Array.from({ length: maxHops - 1 }, (_, i) => bestPath(problem, values, i + 1))
    .map((path) => pathAlone(problem, path))
    .filter((candidate) => candidate !== null);
}

/** The optimum over a path alone. */
function pathAlone(problem: Problem, path: FloatPath | null): Candidate | null {
  return path === null ? null : resolve(problem, path.edges, pathPrices(problem, path.edges));
}

/**
 * Solves a flow problem: the best single path, which nothing returned is worse than; what is left
 * of the optimum over all splits when edges pay for their gas; and what single edges more or less
 * make of it. Where that exceeds the limits, gas or legs are made dearer until they are kept.
 */
export function solve(asked: Problem, limits: Limits): Solution {
  return atOnce(solving(asked, limits));
}

/** As `solve`, with rests. */
export function* solving(asked: Problem, limits: Limits): Steps<Solution> {
  return yield* (yield* outline(asked, limits)).complete();
}

/** As `solve`, up to the search within the limits, which takes several times as long. */
export function* outline(
  asked: Problem,
  limits: Limits,
): Steps<Outline & { readonly complete: () => Steps<Solution> }> {
  const values = bestValues(asked);
  const ofSource = values[asked.source] ?? 0;
  const costs = leastCosts(asked, ofSource);
  const problem = withSupplies(asked, costs, ofSource);
  const maxHops = Math.min(limits.maxHops, limits.maxLegs);
  const path = bestPath(problem, values, maxHops);
  const single = path === null ? null : pathPlan(problem, path.edges);
  const wrapped = afterWrap(problem);
  const bound = wrapped(chainBound(problem));
  if (single !== null && isEnough(problem, single, { limits, bound })) {
    const found = { freeBound: bound, inputWorth: null, filled: [], isLimited: false };
    const solution = { ...found, plans: [single], upperBound: bound };
    return {
      ...found,
      // biome-ignore lint/correctness/useYield: there is nothing to look for.
      *complete() {
        return solution;
      },
    };
  }
  const alone = pathAlone(problem, path);
  const start = { values: startPrices(problem, { values, costs }), alone, bound };
  yield;
  const first = yield* refinedRound(problem, start);
  const free = Math.min(first.bound, bound);
  const best = bestOf(problem, first.candidates, UNLIMITED);
  const { exactGas = () => null } = limits;
  const exceeds = best !== null && exceedsLimits(problem, best.plan, { limits, exactGas });
  const found = {
    freeBound: finite(wrapped(free)),
    inputWorth: (first.values[problem.source] ?? 0) * problem.amountIn,
    filled: first.filled,
    isLimited: exceeds,
  };
  function within(): Steps<Limited> {
    const paths = shorterPaths(problem, values, maxHops);
    const candidates = [...first.candidates, ...paths, ...(alone === null ? [] : [alone])];
    return searchWithin(problem, { ...first, candidates }, { limits, exactGas });
  }
  function* complete(): Steps<Solution> {
    const limited = exceeds ? yield* within() : null;
    const candidates: readonly Candidate[] = limited?.candidates ?? first.candidates;
    const plans = [single, ...candidates.map(({ plan }) => plan)]
      .filter((plan) => plan !== null)
      .filter((plan) => isExecutable(problem, plan, limits))
      .sort((a, b) => b.net - a.net || a.edges.length - b.edges.length);
    if (limited === null) return { ...found, plans, upperBound: found.freeBound };
    return { ...found, plans, upperBound: finite(wrapped(Math.min(free, limited.bound))) };
  }
  return { ...found, complete };
}

function finite(bound: number): number | null {
  return Number.isFinite(bound) ? bound : null;
}
