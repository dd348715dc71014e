import type { Steps } from "../../../lib/steps.ts";
import { acyclicBound } from "./acyclic-bound.ts";
import { type Candidate, candidateOf, resolve } from "./candidate.ts";
import { boundAt } from "./certificate.ts";
import { withoutCircles } from "./circles.ts";
import { type DualOptions, type DualSolution, solveDual } from "./dual.ts";
import { filledEdges } from "./filled-edges.ts";
import type { Problem } from "./problem.ts";
import { isExecutable, type PlanLimits, prune, trim } from "./pruning.ts";
import type { Plan } from "./recovery.ts";
import { refine } from "./refinement.ts";
import { separate } from "./separation.ts";
import { oddForm, wrapGas } from "./wrap-gas.ts";

/** What a problem's prices of gas and legs lead to, limits aside. */
export interface Round {
  readonly candidates: readonly Candidate[];
  /** No flow over the problem's edges pays more after gas and legs at these prices. */
  readonly bound: number;
  /** Prices of the tokens. */
  readonly values: Float64Array;
  /** Edges of which the optimum trades all that they take, or nearly. */
  readonly filled: readonly number[];
}

/** Where a round starts from. */
export interface RoundStart {
  readonly values: Float64Array;
  /** A plan besides the optimum's that single edges are added to. */
  readonly alone: Candidate | null;
  /** No plan is worth more. */
  readonly bound: number;
}

/**
 * Part of its output by which a plan may miss the bound after gas, of which estimates are less
 * exact, and is as good as any: 0.05 bp.
 */
const SURE = 5e-6;

/** Whether no plan can be worth noticeably more. */
export function isSure(problem: Problem, { net, amountOut }: Plan, bound: number): boolean {
  return !isFree(problem) && bound - net <= SURE * amountOut;
}

/** No limits. */
export const UNLIMITED: PlanLimits = {
  maxLegs: Number.POSITIVE_INFINITY,
  maxGas: Number.POSITIVE_INFINITY,
};

/**
 * Parts of its gas that an edge has to earn to be taken up, where single edges matter: the fewer
 * earn theirs, the more of them are taken.
 */
const EARNED = [1, 0.5, 0];
/** Legs beyond which single edges do not. */
const LONG = 256;
/** Legs of the best split beyond which no plan that grows from a path reaches it. */
const GROWN_LEGS = 16;
/** What a plan is cut down to, for single edges to be added to it. */
const FEW: PlanLimits = { maxLegs: 4, maxGas: Number.POSITIVE_INFINITY };
/** Part of the bound that prices with gas may miss: they only choose edges. */
const CHARGED: DualOptions = { pays: "gas", tolerance: 1e-7 };

/**
 * The optimum over all splits, what is left of it when edges that do not earn their gas go, and
 * what single edges more or less make of the best of those.
 */
export function* refinedRound(
  problem: Problem,
  { values, alone, bound }: RoundStart,
): Steps<Round> {
  const rough = roughRound(problem, values, { isSeparated: true });
  const best = bestOf(problem, rough.candidates, UNLIMITED);
  const legs = best?.plan.edges.length ?? 0;
  if (isFree(problem) || legs > LONG) return rough;
  if (best !== null && isSure(problem, best.plan, Math.min(bound, rough.bound))) return rough;
  const dry = best === null ? null : withoutWrap(problem, best);
  // From fewer edges other ones are taken up.
  const few = best === null || legs > GROWN_LEGS ? [] : trim(problem, best, FEW);
  const starts = [best, dry, few.at(-1) ?? null, legs > GROWN_LEGS ? null : alone];
  const on = { limits: UNLIMITED, passed: new Set<Candidate>() };
  const refined: Candidate[] = [];
  for (const start of starts) {
    if (start === null) continue;
    yield;
    refined.push(refine(problem, start, on));
  }
  return { ...rough, candidates: [...rough.candidates, ...refined] };
}

/**
 * A round without the last step.
 *
 * @param on `isSeparated`: whether ways are tried to choose one edge of every pool, which takes
 *   most of the time; else the edges of least surplus go.
 */
export function roughRound(
  problem: Problem,
  start: Float64Array,
  { isSeparated }: { readonly isSeparated: boolean },
): Round {
  const options = dualOptions(problem);
  const optimum = solveDual(problem, start, options);
  const straight = withoutCircles(problem, optimum, options);
  const separated = isSeparated ? separate(problem, straight, options) : [straight];
  const candidates = separated.flatMap(({ solution }) => splitCandidates(problem, solution));
  const { values } = straight.solution;
  const bound = boundAt(problem, optimum.values);
  const filled = filledEdges(problem, straight.solution, values);
  if (straight.edges === undefined) return { candidates, bound, values, filled };
  const open = new Set(straight.edges);
  const acyclic = acyclicBound(problem, values, (e) => !open.has(e));
  return { candidates, bound: Math.min(bound, acyclic), values, filled };
}

/** The executable candidate that is worth most at the problem's prices; null when none is. */
export function bestOf(
  problem: Problem,
  candidates: readonly Candidate[],
  limits: PlanLimits,
): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    if (best !== null && candidate.plan.net <= best.plan.net) continue;
    if (isExecutable(problem, candidate.plan, limits)) best = candidate;
  }
  return best;
}

/** How prices are searched: gas is paid where it costs anything. */
export function dualOptions(problem: Problem): DualOptions {
  return isFree(problem) ? {} : CHARGED;
}

function isFree({ gasPrice, legPrice }: Problem): boolean {
  return gasPrice === 0 && legPrice === 0;
}

/** Splits over the edges that earn their gas, and over some more, less those that do not. */
function splitCandidates(problem: Problem, solution: DualSolution): readonly Candidate[] {
  const pruned = (first: Candidate | null): readonly Candidate[] =>
    first === null ? [] : [first, ...prune(problem, first)];
  if (isFree(problem)) return pruned(candidateOf(problem, solution));
  const { edges, surpluses, charges, values } = solution;
  const found: Candidate[] = [];
  for (const part of EARNED) {
    const earning = [...edges].filter((_, i) => (surpluses[i] ?? 0) >= part * (charges[i] ?? 0));
    const candidate = resolve(problem, earning, values);
    if (candidate !== null) found.push(candidate);
    if (part === 1 && earning.length > LONG) break;
  }
  return [...found.slice(0, -1), ...pruned(found.at(-1) ?? null)];
}

/**
 * The optimum over a plan's edges that need no wrap, where it needs one; null where there is none.
 */
function withoutWrap(problem: Problem, { plan, solution }: Candidate): Candidate | null {
  if (wrapGas(problem, plan.edges) === 0) return null;
  const odd = oddForm(problem);
  const kept = plan.edges.filter((e) => problem.form[e] !== odd);
  return resolve(problem, kept, solution.values);
}
