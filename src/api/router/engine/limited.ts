import type { Candidate } from "./candidate.ts";
import type { Problem } from "./problem.ts";
import { type PlanLimits, trim } from "./pruning.ts";
import type { Plan } from "./recovery.ts";
import { refine } from "./refinement.ts";
import { bestOf, type Round, roughRound, UNLIMITED } from "./round.ts";

/** What a search within limits finds; net amounts at the problem's own prices. */
export interface Limited {
  readonly candidates: readonly Candidate[];
  /** No flow within the limits pays more after gas. */
  readonly bound: number;
}

type Resource = "gas" | "legs";

/** A price of gas and legs above the problem's own, and what it leads to. */
interface Tried {
  /** Power of `STEP`. */
  readonly power: number;
  readonly round: Round;
}

/** Units of a resource that together cost `LEAST_PART` of the bound at the lowest price tried. */
const UNITS: Record<Resource, number> = { gas: 16_777_216, legs: 100 };
const LEAST_PART = 1e-5;
/** Ratio of the prices that are tried, which are the same whatever the limits are. */
const STEP = 2;
/** Powers that are skipped while a limit is exceeded. */
const STRIDE = 3;
const MAX_POWER = 36;

/**
 * The best plans within limits that the best of all plans exceeds.
 *
 * Limits are prices: gas or legs are made dearer until they are kept, and what is found then
 * competes at the true prices. It is the Lagrangian of the limits, so that each price also gives a
 * bound: what is paid at most at that price, and the price times the limit.
 */
export function searchWithin(problem: Problem, first: Round, limits: PlanLimits): Limited {
  let bound = Number.POSITIVE_INFINITY;
  const found: Candidate[] = [];
  let dearer = problem;
  let at = first;
  for (const resource of order(problem, first, limits)) {
    const excess = (round: Round): boolean => {
      const best = bestOf(dearer, round.candidates, UNLIMITED);
      return best !== null && used(best.plan, resource) > limitOf(limits, resource);
    };
    if (!excess(at)) continue;
    const base = dearer;
    const unit = (first.bound * LEAST_PART) / UNITS[resource];
    const attempt = (power: number, start: Float64Array): Tried => {
      dearer = priced(base, resource, unit * STEP ** power);
      const round = roughRound(dearer, start);
      bound = Math.min(bound, round.bound + slack(problem, dearer, limits));
      found.push(...round.candidates.map((candidate) => repriced(problem, candidate)));
      return { power, round };
    };
    at = raise(at, { attempt, excess });
  }
  const best = bestOf(problem, first.candidates, UNLIMITED);
  if (best !== null) found.push(...trim(problem, best, limits));
  const leading = bestOf(problem, found, limits);
  if (leading !== null) found.push(refine(problem, leading, limits));
  return { candidates: found, bound };
}

/** The round at the lowest price tried at which the resource suffices, or at the highest. */
function raise(
  first: Round,
  on: {
    readonly attempt: (power: number, start: Float64Array) => Tried;
    readonly excess: (round: Round) => boolean;
  },
): Round {
  let below: Tried = { power: -STRIDE, round: first };
  let above: Tried | null = null;
  while (above === null && below.power + STRIDE <= MAX_POWER) {
    const next = on.attempt(below.power + STRIDE, below.round.values);
    if (on.excess(next.round)) below = next;
    else above = next;
  }
  if (above === null) return below.round;
  while (above.power - below.power > 1) {
    const middle = (above.power + below.power) >> 1;
    const next = on.attempt(middle, below.round.values);
    if (on.excess(next.round)) below = next;
    else above = next;
  }
  return above.round;
}

/** The resources, the one that is exceeded by more first. */
function order(problem: Problem, { candidates }: Round, limits: PlanLimits): readonly Resource[] {
  const plan = bestOf(problem, candidates, UNLIMITED)?.plan;
  if (plan === undefined) return [];
  const isGas = plan.gas / limits.maxGas > plan.edges.length / limits.maxLegs;
  return isGas ? ["gas", "legs"] : ["legs", "gas"];
}

function used({ gas, edges }: Plan, resource: Resource): number {
  return resource === "gas" ? gas : edges.length;
}

function limitOf({ maxGas, maxLegs }: PlanLimits, resource: Resource): number {
  return resource === "gas" ? maxGas : maxLegs;
}

function priced(problem: Problem, resource: Resource, extra: number): Problem {
  return resource === "gas"
    ? { ...problem, gasPrice: problem.gasPrice + extra }
    : { ...problem, legPrice: problem.legPrice + extra };
}

/** What the limits are worth at prices above the problem's own. */
function slack(problem: Problem, dearer: Problem, { maxGas, maxLegs }: PlanLimits): number {
  const gas = dearer.gasPrice - problem.gasPrice;
  const legs = dearer.legPrice - problem.legPrice;
  return (gas > 0 ? gas * maxGas : 0) + (legs > 0 ? legs * maxLegs : 0);
}

/** A candidate of dearer prices at the problem's own. */
function repriced({ gasPrice, legPrice }: Problem, { plan, solution }: Candidate): Candidate {
  const net = plan.amountOut - plan.gas * gasPrice - plan.edges.length * legPrice;
  return { plan: { ...plan, net }, solution };
}
