import type { Steps } from "../../../lib/steps.ts";
import { acyclicBound } from "./acyclic-bound.ts";
import { type Candidate, candidateOf, resolve } from "./candidate.ts";
import { boundAt } from "./certificate.ts";
import { type WithoutCircles, withoutCircles } from "./circles.ts";
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
/** The same where they bound nothing that is told. */
const CHOOSING: DualOptions = { ...CHARGED, tolerance: 1e-6 };

/**
 * The optimum over all splits, what is left of it when edges that do not earn their gas go, and
 * what single edges more or less make of the best of those.
 */
export function* refinedRound(
  problem: Problem,
  { values, alone, bound }: RoundStart,
): Steps<Round> {
  const rough = yield* roughRound(problem, values, { isSeparated: true, bound });
  const best = bestOf(problem, rough.candidates, UNLIMITED);
  const legs = best?.plan.edges.length ?? 0;
  if (isFree(problem) || legs > LONG) return rough;
  const most = Math.min(bound, rough.bound);
  const isEnough = ({ plan }: Candidate): boolean => isSure(problem, plan, most);
  if (best !== null && isEnough(best)) return rough;
  const dry = best === null ? null : withoutWrap(problem, best);
  // From fewer edges other ones are taken up.
  const few = best === null || legs > GROWN_LEGS ? [] : trim(problem, best, FEW);
  const starts = [best, dry, few.at(-1) ?? null, legs > GROWN_LEGS ? null : alone];
  const on = { limits: UNLIMITED, passed: new Set<Candidate>(), isEnough };
  const refined: Candidate[] = [];
  for (const start of starts) {
    if (start === null) continue;
    yield;
    const end = yield* refine(problem, start, on);
    refined.push(end);
    if (isEnough(end)) break;
  }
  return { ...rough, candidates: [...rough.candidates, ...refined] };
}

/**
 * A round without the last step.
 *
 * @param on `isSeparated`: whether ways are tried to choose one edge of every pool, which takes
 *   most of the time; else the edges of least surplus go. `bound`: what no plan is worth more than,
 *   where the best one is wanted alone; absent: ways are tried that cannot lead to it, too.
 */
export function* roughRound(
  problem: Problem,
  start: Float64Array,
  { isSeparated, bound: known }: { readonly isSeparated: boolean; readonly bound?: number },
): Steps<Round> {
  const options = dualOptions(problem);
  const optimum = solveDual(problem, start, options);
  const straight = withoutCircles(problem, optimum, options);
  const { values } = straight.solution;
  const bound = Math.min(boundAt(problem, optimum.values), boundWithoutCircles(problem, straight));
  const most = known === undefined ? null : Math.min(bound, known);
  const filled = filledEdges(problem, straight.solution, values);
  const candidates: Candidate[] = [];
  const round: Round = { candidates, bound, values, filled };
  let best: Candidate | null = null;
  const isHopeless = (worth: number): boolean =>
    most !== null && best !== null && isSure(problem, best.plan, Math.min(worth, most));
  const on = { ...(isFree(problem) ? options : CHOOSING), isHopeless };
  for (const { solution } of isSeparated ? separate(problem, straight, on) : [straight]) {
    yield;
    for (const candidate of splitCandidates(problem, solution)) {
      candidates.push(candidate);
      best = bestOf(problem, best === null ? [candidate] : [best, candidate], UNLIMITED);
      if (isHopeless(bound)) return round;
    }
  }
  return round;
}

/** The bound by the prices of an optimum of which circles were taken away; else infinite. */
function boundWithoutCircles(problem: Problem, { edges, solution }: WithoutCircles): number {
  if (edges === undefined) return Number.POSITIVE_INFINITY;
  const open = new Set(edges);
  return acyclicBound(problem, solution.values, (e) => !open.has(e));
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
function* splitCandidates(problem: Problem, solution: DualSolution): Iterable<Candidate> {
  let last: Candidate | null = null;
  if (isFree(problem)) {
    last = candidateOf(problem, solution);
    if (last !== null) yield last;
  } else {
    const { edges, surpluses, charges, values } = solution;
    for (const part of EARNED) {
      const earning = [...edges].filter((_, i) => (surpluses[i] ?? 0) >= part * (charges[i] ?? 0));
      const candidate = resolve(problem, earning, values);
      if (candidate !== null) yield candidate;
      last = candidate ?? last;
      if (part === 1 && earning.length > LONG) break;
    }
  }
  if (last !== null) yield* prune(problem, last);
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
