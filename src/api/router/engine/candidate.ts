import { connecting } from "./connecting.ts";
import { type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";
import { type Plan, recoverPlan } from "./recovery.ts";

/**
 * A plan with the price solution that it was recovered from; edges and tokens as the problem
 * numbers them.
 */
export interface Candidate {
  readonly plan: Plan;
  readonly solution: DualSolution;
}

/** What an edge of a plan earns, in parts of what its gas costs. */
export interface Earning {
  readonly edge: number;
  readonly ratio: number;
  /** What its trade is worth above its input, and what its gas costs, in target units. */
  readonly earned: number;
  readonly charge: number;
}

/** The plan's edges with their surplus by cost of gas, the least first. */
export function earningsOf({ plan, solution }: Candidate): readonly Earning[] {
  const { edges, surpluses, charges } = solution;
  const place = new Map<number, number>();
  for (let i = 0; i < edges.length; i++) place.set(edges[i] ?? 0, i);
  return plan.edges
    .map((edge) => {
      const i = place.get(edge) ?? -1;
      return earning(edge, surpluses[i] ?? 0, charges[i] ?? 0);
    })
    .sort(byRatio);
}

/**
 * As `earningsOf`, each edge with those that lead nowhere without it: an edge of a fixed rate earns
 * nothing itself, and all that goes over it is lost with it.
 */
export function groupEarningsOf(problem: Problem, candidate: Candidate): readonly Earning[] {
  const { from, to, source, target } = problem;
  const { edges } = candidate.plan;
  const alone = earningsOf(candidate);
  const [starts, ends] = [new Map<number, number>(), new Map<number, number>()];
  for (const e of edges) {
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    starts.set(u, (starts.get(u) ?? 0) + 1);
    ends.set(v, (ends.get(v) ?? 0) + 1);
  }
  const earned = new Map(alone.map((each) => [each.edge, each]));
  const grouped = alone.map((each) => {
    const [u, v] = [from[each.edge] ?? 0, to[each.edge] ?? 0];
    const isOnly = (u !== source && starts.get(u) === 1) || (v !== target && ends.get(v) === 1);
    if (!isOnly) return each;
    const rest = edges.filter((e) => e !== each.edge);
    const kept = new Set(connecting(problem, new Int32Array(rest).sort()));
    let [gain, charge] = [0, 0];
    for (const e of edges) {
      if (kept.has(e)) continue;
      gain += earned.get(e)?.earned ?? 0;
      charge += earned.get(e)?.charge ?? 0;
    }
    return earning(each.edge, gain, charge);
  });
  return grouped.sort(byRatio);
}

function earning(edge: number, earned: number, charge: number): Earning {
  const ratio = charge > 0 ? earned / charge : Number.POSITIVE_INFINITY;
  return { edge, earned, charge, ratio };
}

function byRatio(a: Earning, b: Earning): number {
  return a.ratio - b.ratio || a.earned - b.earned || a.edge - b.edge;
}

/** Edges of the plan that share their pool with one of more surplus. */
export function poolRivals({ pool }: Problem, { plan, solution }: Candidate): ReadonlySet<number> {
  const surplus = surplusOf(solution);
  const best = new Map<number, number>();
  const rivals = new Set<number>();
  for (const edge of plan.edges) {
    const place = pool[edge] ?? -1;
    const other = best.get(place);
    if (other === undefined) {
      best.set(place, edge);
      continue;
    }
    const isBetter = surplus(edge) > surplus(other);
    rivals.add(isBetter ? other : edge);
    if (isBetter) best.set(place, edge);
  }
  return rivals;
}

/**
 * What each edge's trade is worth above its input, in target units; 0 of edges that do not trade.
 */
export function surplusOf({ edges, surpluses }: DualSolution): (edge: number) => number {
  return (edge) => {
    // Edges ascend.
    let [low, high] = [0, edges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((edges[middle] ?? 0) < edge) low = middle + 1;
      else high = middle;
    }
    return edges[low] === edge ? (surpluses[low] ?? 0) : 0;
  };
}

/** The plan that a price solution makes; null when it leads from source to target over no edges. */
export function candidateOf(problem: Problem, solution: DualSolution): Candidate | null {
  const plan = recoverPlan(problem, solution);
  return plan === null ? null : { plan, solution };
}

/** Optima over some edges of a problem, by those edges: refinements meet the same ones again. */
const resolved = new WeakMap<Problem, Map<string, Candidate | null>>();

/**
 * The optimum over some edges alone; null when they do not lead from source to target. Of one
 * problem each set of edges is solved once.
 *
 * @param values Prices to start from.
 */
export function resolve(
  problem: Problem,
  edges: readonly number[],
  values: Float64Array,
): Candidate | null {
  const own = connecting(problem, new Int32Array(edges).sort());
  if (own.length === 0) return null;
  const known = resolved.get(problem) ?? new Map<string, Candidate | null>();
  resolved.set(problem, known);
  const key = own.join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const start = valuesAtEnds(problem, own, values);
  const candidate = candidateOf(problem, solveDual(problem, start, { edges: own }));
  known.set(key, candidate);
  return candidate;
}

/** Prices of the tokens that some edges trade; 0 of all others. */
function valuesAtEnds({ from, to, tokenCount }: Problem, edges: Int32Array, values: Float64Array) {
  const kept = new Float64Array(tokenCount);
  for (const e of edges) {
    for (const token of [from[e] ?? 0, to[e] ?? 0]) kept[token] = values[token] ?? 0;
  }
  return kept;
}
