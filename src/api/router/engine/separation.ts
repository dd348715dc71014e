import { type Candidate, candidateOf } from "./candidate.ts";
import { type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";

/** An optimum over edges of which few pools, if any, trade more than one. */
export interface Separated {
  /** Edges that may trade, ascending; absent: all. */
  readonly edges?: Int32Array;
  readonly solution: DualSolution;
}

/** Pools of which one edge is chosen, one after the other. */
const MAX_POOLS = 16;

type Choice = (edges: readonly number[]) => number;

/**
 * Chooses one edge of every pool of which an optimum trades several: a pool's state after one of its trades differs from what the curves of the
 * others assume. All other edges of the market stay, as they have to carry what the rest of the pool did.
 *
 * Choices depend on each other (an edge into a token is of no use without one out of it), so they are made pool by pool, the most valuable
 * first, each followed by a new optimum. Two ways to choose are tried: the edge of the largest surplus, and one into the target.
 */
export function separate(problem: Problem, optimum: DualSolution): readonly Separated[] {
  const pools = new Set(Array.from(optimum.edges, (e) => problem.pool[e]));
  if (pools.size === optimum.edges.length) return [{ solution: optimum }];
  const first = candidateOf(problem, optimum);
  if (first === null || mostContested(problem, first) === null) return [{ solution: optimum }];
  return [bySurplus, byTarget].map((rule) => separateBy(problem, first, rule));
}

function separateBy(
  problem: Problem,
  first: Candidate,
  rule: (problem: Problem, candidate: Candidate) => Choice,
): Separated {
  const banned = new Set<number>();
  let current = first;
  for (let round = 0; round < MAX_POOLS; round++) {
    const contested = mostContested(problem, current);
    if (contested === null) break;
    const kept = rule(problem, current)(contested);
    const pool = problem.pool[kept];
    for (const [e, other] of problem.pool.entries())
      if (other === pool && e !== kept) banned.add(e);
    const edges = allowed(problem, banned);
    const next = candidateOf(problem, solveDual(problem, current.solution.values, { edges }));
    if (next === null) break;
    current = next;
  }
  return { edges: allowed(problem, banned), solution: current.solution };
}

function allowed({ pool }: Problem, banned: ReadonlySet<number>): Int32Array {
  return Int32Array.from(pool.keys()).filter((e) => !banned.has(e));
}

/** The plan's edges of the pool with the largest surplus of those that trade several; null when none does. */
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

function bySurplus(_: Problem, { solution }: Candidate): Choice {
  const surplus = surplusOf(solution);
  return (edges) => edges.reduce((best, e) => (surplus(e) > surplus(best) ? e : best));
}

function byTarget(problem: Problem, candidate: Candidate): Choice {
  const { to, target } = problem;
  const choose = bySurplus(problem, candidate);
  return (edges) => {
    const last = edges.filter((e) => to[e] === target);
    return choose(last.length > 0 ? last : edges);
  };
}

function surplusOf({ edges, surpluses }: DualSolution): (edge: number) => number {
  const surplus = new Map<number, number>();
  for (const [i, e] of edges.entries()) surplus.set(e, surpluses[i] ?? 0);
  return (edge) => surplus.get(edge) ?? 0;
}
