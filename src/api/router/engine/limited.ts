import type { Steps } from "../../../lib/steps.ts";
import type { Candidate } from "./candidate.ts";
import { type ExactGas, gasOf, withExactGas } from "./gas-correction.ts";
import type { Problem } from "./problem.ts";
import { type PlanLimits, trim } from "./pruning.ts";
import { refine } from "./refinement.ts";
import { bestOf, type Round, roughRound, UNLIMITED } from "./round.ts";

/** What a search within limits finds; net amounts at the problem's own prices. */
export interface Limited {
  readonly candidates: readonly Candidate[];
  /** No flow within the limits pays more after gas. */
  readonly bound: number;
}

type Resource = "gas" | "legs";

/** Prices of gas and legs above the problem's own. */
type Extra = Readonly<Record<Resource, number>>;

/** A price of a resource that was tried. */
interface Tried {
  /** Power of `STEP`. */
  readonly power: number;
  readonly values: Float64Array;
  /** Whether the best plan at the price needs more of the resource than its limit. */
  readonly exceeds: boolean;
}

/** Units of a resource that together cost `LEAST_PART` of the bound at the lowest price tried. */
const UNITS: Extra = { gas: 16_777_216, legs: 100 };
const LEAST_PART = 1e-4;
/** Ratio of the prices that are tried, which are the same whatever the limits are. */
const STEP = 2;
/** Powers that are skipped while a limit is exceeded. */
const STRIDE = 3;
const MAX_POWER = 20;
/**
 * Powers, from the one that suffices, at which each pool's edges are chosen with care: plans of the
 * next lower one may be within the limits too, those of higher ones, of fewer needs, better all the
 * same.
 */
const SEPARATED = [-1, 0, 1, 3];

/**
 * Limits from which plans grow to those asked for, of legs and in units of gas. They are the same
 * whatever is asked for, so that larger limits lead over what smaller ones lead to: a plan that
 * leaves room may grow to a better one than the best that leaves none.
 */
const LEGS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100];
const GAS = Array.from({ length: 20 }, (_, power) => 50_000 * 2 ** (power / 2));
/** Limits below the ones asked for that plans grow from. */
const GROWN_FROM = 4;

/**
 * The best plans within limits that the best of all plans exceeds.
 *
 * Limits are prices: gas or legs are made dearer until they are kept, and what is found then
 * competes at the true prices. It is the Lagrangian of the limits, so that each price also gives a
 * bound: what is paid at most at that price, and the price times the limit.
 */
export function* searchWithin(
  asked: Problem,
  first: Round,
  on: { readonly limits: PlanLimits; readonly exactGas: ExactGas },
): Steps<Limited> {
  const { limits, exactGas } = on;
  let bound = Number.POSITIVE_INFINITY;
  const found: Candidate[] = [...first.candidates];
  const whole = bestOf(asked, first.candidates, UNLIMITED);
  if (whole === null) return { candidates: [], bound };
  let problem = withExactGas(asked, whole.plan, exactGas);
  const exceeds = ({ plan }: Candidate, resource: Resource): boolean =>
    resource === "gas" ? gasOf(problem, plan) > limits.maxGas : plan.edges.length > limits.maxLegs;
  const attempt = function* at(
    extra: Extra,
    start: Float64Array,
    isSeparated: boolean,
  ): Steps<Round> {
    const round = yield* roughRound(dearer(problem, extra), start, { isSeparated });
    bound = Math.min(bound, round.bound + slack(extra, limits));
    found.push(...round.candidates);
    const best = bestOf(problem, round.candidates, UNLIMITED);
    if (best !== null) problem = withExactGas(problem, best.plan, exactGas);
    return round;
  };
  let extra: Extra = { gas: 0, legs: 0 };
  let { values } = first;
  let best: Candidate | null = whole;
  const isGas = whole.plan.gas / limits.maxGas > whole.plan.edges.length / limits.maxLegs;
  for (const resource of isGas ? (["gas", "legs"] as const) : (["legs", "gas"] as const)) {
    if (best === null || !exceeds(best, resource)) continue;
    const unit = (first.bound * LEAST_PART) / UNITS[resource];
    const at = (power: number): Extra => ({ ...extra, [resource]: unit * STEP ** power });
    // Whether a limit is kept shows before each pool's edges are chosen with care.
    const settled = yield* raise(values, function* attemptAt(power, start) {
      const round = yield* attempt(at(power), start, false);
      const cheapest = bestOf(dearer(problem, at(power)), round.candidates, UNLIMITED);
      const isOver = cheapest !== null && exceeds(cheapest, resource);
      return { power, values: round.values, exceeds: isOver };
    });
    values = settled.values;
    for (const more of SEPARATED) {
      yield;
      const round = yield* attempt(at(settled.power + more), values, true);
      if (more === 0)
        best = bestOf(dearer(problem, at(settled.power)), round.candidates, UNLIMITED);
    }
    extra = at(settled.power);
  }
  const steps = stepsTo(limits, { gas: exceeds(whole, "gas"), legs: exceeds(whole, "legs") });
  const trimmed = trim(problem, priced(problem, whole), steps[0] ?? limits);
  const cheaper = found.map((candidate) => priced(problem, candidate));
  const refined = yield* grown(problem, [trimmed, cheaper], steps);
  return { candidates: [...cheaper, ...trimmed, ...refined], bound };
}

/** Smaller limits of what is exceeded, then the limits themselves. */
function stepsTo(
  { maxGas, maxLegs }: PlanLimits,
  exceeded: Readonly<Record<Resource, boolean>>,
): readonly PlanLimits[] {
  const below = (ladder: readonly number[], limit: number, isExceeded: boolean): number[] =>
    isExceeded ? ladder.filter((step) => step < limit).slice(-GROWN_FROM) : [];
  const gas = below(GAS, maxGas, exceeded.gas);
  const legs = below(LEGS, maxLegs, exceeded.legs);
  const smaller = Array.from({ length: Math.max(gas.length, legs.length) }, (_, at) => ({
    maxGas: gas.at(-1 - at) ?? gas[0] ?? maxGas,
    maxLegs: legs.at(-1 - at) ?? legs[0] ?? maxLegs,
  }));
  return [...smaller.reverse(), { maxGas, maxLegs }];
}

/**
 * The best plans of each list within limits that rise, refined within these, and at once within the
 * last of them, which may lead elsewhere.
 */
function* grown(
  problem: Problem,
  lists: readonly (readonly Candidate[])[],
  steps: readonly PlanLimits[],
): Steps<readonly Candidate[]> {
  const asked = steps.at(-1);
  if (asked === undefined) return [];
  const refined: Candidate[] = [];
  const starts = new Set<Candidate>();
  let before: Candidate | null = null;
  for (const limits of steps) {
    yield;
    const best = lists.map((list) => bestOf(problem, list, limits));
    const own: readonly Candidate[] = [...new Set([...best, before])].filter(
      (candidate) => candidate !== null,
    );
    for (const start of own) starts.add(start);
    if (limits === asked) break;
    const ends: Candidate[] = [];
    for (const start of own) ends.push(yield* refine(problem, start, { limits }));
    before = bestOf(problem, ends, limits) ?? before;
    refined.push(...ends);
  }
  for (const start of starts) refined.push(yield* refine(problem, start, { limits: asked }));
  return refined;
}

/** The lowest price tried at which the resource suffices, or the highest. */
function* raise(
  start: Float64Array,
  attempt: (power: number, start: Float64Array) => Steps<Tried>,
): Steps<Tried> {
  let below = yield* attempt(0, start);
  if (!below.exceeds) return below;
  let above: Tried | null = null;
  while (above === null) {
    if (below.power + STRIDE > MAX_POWER) return below;
    yield;
    const next: Tried = yield* attempt(below.power + STRIDE, below.values);
    if (next.exceeds) below = next;
    else above = next;
  }
  while (above.power - below.power > 1) {
    yield;
    const next: Tried = yield* attempt((above.power + below.power) >> 1, below.values);
    if (next.exceeds) below = next;
    else above = next;
  }
  return above;
}

function dearer(problem: Problem, { gas, legs }: Extra): Problem {
  const { gasPrice, legPrice } = problem;
  return { ...problem, gasPrice: gasPrice + gas, legPrice: legPrice + legs };
}

/** What the limits are worth at prices above the problem's own. */
function slack({ gas, legs }: Extra, { maxGas, maxLegs }: PlanLimits): number {
  return (gas > 0 ? gas * maxGas : 0) + (legs > 0 ? legs * maxLegs : 0);
}

/** A candidate with the gas of the problem's curves, at its prices. */
function priced(problem: Problem, { plan, solution }: Candidate): Candidate {
  const gas = gasOf(problem, plan);
  const legs = plan.edges.length * problem.legPrice;
  const net = plan.amountOut - gas * problem.gasPrice - legs;
  return { plan: { ...plan, gas, net }, solution };
}
