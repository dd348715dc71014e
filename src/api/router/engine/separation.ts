import { type Candidate, candidateOf, surplusOf } from "./candidate.ts";
import { allEdges, connecting, edgesWhere } from "./connecting.ts";
import { type DualOptions, type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";

/** Pools of which one edge is chosen, one after the other. */
const MAX_POOLS = 16;

/** Edges of the most contested pool that are tried one by one. */
const MAX_TRIED = 4;

/** Orders a pool's edges in a plan, the one to keep first. */
type Preference = (problem: Problem, candidate: Candidate) => Compare;
type Compare = (a: number, b: number) => number;

/** What is left of a market after some choices, and its optimum. */
interface Choices {
  readonly edges: Int32Array;
  readonly candidate: Candidate;
}

/** An optimum, and the edges that may trade; absent: all. */
export interface Optimum {
  readonly edges?: Int32Array;
  readonly solution: DualSolution;
}

/** How optima are found, and which choices are followed. */
type SeparationOptions = Pick<DualOptions, "pays" | "tolerance"> & {
  /** Whether no plan is wanted that is worth at most so much after gas. */
  readonly isHopeless?: (bound: number) => boolean;
};

/**
 * Chooses one edge of every pool of which an optimum trades several: a pool's state after one of
 * its trades differs from what the curves of the others assume. All other edges of the market stay,
 * as they have to carry what the rest of the pool did.
 *
 * Choices depend on each other (an edge into a token is of no use without one out of it), so they
 * are made pool by pool, the most valuable first, each followed by a new optimum. Ways to choose
 * are tried: the edge of the largest surplus, one into the target, and each of the pool that
 * matters most. An edge that leads nowhere without the rest of its pool is not chosen.
 *
 * @param on How others are found; and whether choices after which no plan is worth more than so
 *   much are left.
 */
export function* separate(
  problem: Problem,
  found: Optimum,
  { isHopeless = () => false, ...options }: SeparationOptions = {},
): Iterable<Optimum> {
  const optimum = found.solution;
  const pools = new Set(Array.from(optimum.edges, (e) => problem.pool[e]));
  const first = pools.size === optimum.edges.length ? null : candidateOf(problem, optimum);
  const contested = first && mostContested(problem, first);
  if (first === null || contested === null) return yield found;
  const edges = found.edges ?? allEdges(problem);
  const start = { edges, candidate: first };
  const preferences = [bySurplus, byTarget, ...contested.slice(0, MAX_TRIED).map(byEdge)];
  const chosen = new Set<string>();
  const known = new Map<string, Choices | null>();
  for (const preference of preferences) {
    const made = separateBy(problem, start, { preference, options, known, isHopeless });
    if (made === null) continue;
    const { solution } = made.candidate;
    const key = solution.edges.join();
    if (chosen.has(key)) continue;
    chosen.add(key);
    yield { edges: made.edges, solution };
  }
}

function separateBy(
  problem: Problem,
  start: Choices,
  on: {
    readonly preference: Preference;
    readonly options: DualOptions;
    /** By the edges that were kept one after the other: several preferences begin alike. */
    readonly known: Map<string, Choices | null>;
    readonly isHopeless: (bound: number) => boolean;
  },
): Choices | null {
  let chosen = start;
  let made = "";
  for (let round = 0; round < MAX_POOLS; round++) {
    const { edges, candidate } = chosen;
    const contested = mostContested(problem, candidate);
    if (contested === null) break;
    const preferred = [...contested].sort(on.preference(problem, candidate));
    const { left, kept } = keepOne(problem, edges, preferred);
    made += ` ${kept ?? `${problem.pool[preferred[0] ?? 0]}:`}`;
    let next = on.known.get(made);
    if (next === undefined) {
      next = optimumOver(problem, left, { candidate, options: on.options });
      on.known.set(made, next);
    }
    if (next === null) break;
    chosen = next;
    if (on.isHopeless(chosen.candidate.solution.upperBound)) return null;
  }
  return chosen;
}

function optimumOver(
  problem: Problem,
  edges: Int32Array,
  on: { readonly candidate: Candidate; readonly options: DualOptions },
): Choices | null {
  const { values } = on.candidate.solution;
  const candidate = candidateOf(problem, solveDual(problem, values, { ...on.options, edges }));
  return candidate === null ? null : { edges, candidate };
}

/**
 * Edges without those of a pool but one: the first of `preferred` from which the target can still
 * be reached; null where none is.
 */
function keepOne(
  problem: Problem,
  edges: Int32Array,
  preferred: readonly number[],
): { readonly left: Int32Array; readonly kept: number | null } {
  const { pool } = problem;
  const contested = pool[preferred[0] ?? 0];
  const keeping = (kept: number | null): Int32Array =>
    connecting(
      problem,
      edgesWhere(edges, (e) => pool[e] !== contested || e === kept),
    );
  for (const kept of preferred) {
    const left = keeping(kept);
    if (left.includes(kept)) return { left, kept };
  }
  return { left: keeping(null), kept: null };
}

/**
 * The plan's edges of the pool with the largest surplus of those that trade several; null when none
 * does.
 */
function mostContested({ pool }: Problem, { plan, solution }: Candidate): readonly number[] | null {
  const byPool = new Map<number, number[]>();
  for (const e of plan.edges) {
    const own = byPool.get(pool[e] ?? -1);
    if (own === undefined) byPool.set(pool[e] ?? -1, [e]);
    else own.push(e);
  }
  if (byPool.size === plan.edges.length) return null;
  const surplus = surplusOf(solution);
  const worth = (edges: readonly number[]): number => edges.reduce((sum, e) => sum + surplus(e), 0);
  const contested = [...byPool.values()].filter((edges) => edges.length > 1);
  return contested.reduce((most, edges) => (worth(edges) > worth(most) ? edges : most));
}

const bySurplus: Preference = (_, { solution }) => {
  const surplus = surplusOf(solution);
  return (a, b) => surplus(b) - surplus(a);
};

const byTarget: Preference = (problem, candidate) => {
  const { to, target } = problem;
  const isLast = (e: number): number => (to[e] === target ? 1 : 0);
  const compare = bySurplus(problem, candidate);
  return (a, b) => isLast(b) - isLast(a) || compare(a, b);
};

/** One edge before all others. */
function byEdge(edge: number): Preference {
  return (problem, candidate) => {
    const isIt = (e: number): number => (e === edge ? 1 : 0);
    const compare = bySurplus(problem, candidate);
    return (a, b) => isIt(b) - isIt(a) || compare(a, b);
  };
}
