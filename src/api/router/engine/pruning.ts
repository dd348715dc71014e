import { type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";
import { type Plan, recoverPlan } from "./recovery.ts";

/** A plan with the price solution that it was recovered from. */
export interface Candidate {
  readonly plan: Plan;
  readonly solution: DualSolution;
}

/** Rounds of pruning; each removes some edges and solves again. */
const MAX_ROUNDS = 16;
/** Part of the edges that do not earn their gas that one round removes, the worst first. */
const REMOVED_PER_ROUND = 0.4;

/**
 * Plans over fewer and fewer edges, in the order found. An edge whose surplus is below its gas is not worth having by itself, but what it
 * carried has to go elsewhere: so the worst go first, the rest is solved again, and whoever asked takes the best plan of all.
 *
 * Also brings a plan within `maxLegs`, and to one edge per pool, as a pool's state after one of its trades differs from what the
 * curves of the others assume.
 */
export function prune(problem: Problem, first: Candidate, maxLegs: number): readonly Candidate[] {
  const found: Candidate[] = [];
  let current = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const removed = edgesToRemove(problem, current, maxLegs);
    if (removed.size === 0) break;
    const next = resolve(problem, current, removed);
    if (next === null) break;
    found.push(next);
    current = next;
  }
  return found;
}

/** Whether a plan may be executed: within `maxLegs` and one edge per pool. */
export function isExecutable({ pool }: Problem, { edges }: Plan, maxLegs: number): boolean {
  return edges.length <= maxLegs && new Set(edges.map((e) => pool[e])).size === edges.length;
}

function edgesToRemove(
  problem: Problem,
  { plan, solution }: Candidate,
  maxLegs: number,
): ReadonlySet<number> {
  const rivals = poolRivals(problem, plan, solution);
  if (rivals.size > 0) return rivals;
  const { curves, gasPrice } = problem;
  const earnings = plan.edges
    .map((e, i) => {
      const cost = (curves[e]?.gas(plan.amounts[i] ?? 0) ?? 0) * gasPrice;
      const surplus = solution.surplus[e] ?? 0;
      return { e, surplus, ratio: cost > 0 ? surplus / cost : Number.POSITIVE_INFINITY };
    })
    .sort((a, b) => a.ratio - b.ratio || a.surplus - b.surplus || a.e - b.e);
  const losing = earnings.filter(({ ratio }) => ratio < 1);
  const excess = Math.max(0, plan.edges.length - maxLegs);
  const count = Math.max(Math.ceil(losing.length * REMOVED_PER_ROUND), Math.ceil(excess / 2));
  return new Set(earnings.slice(0, count).map(({ e }) => e));
}

/** Edges that share their pool with one of more surplus. */
function poolRivals(
  { pool }: Problem,
  { edges }: Plan,
  { surplus }: DualSolution,
): ReadonlySet<number> {
  const best = new Map<number, number>();
  const rivals = new Set<number>();
  for (const e of edges) {
    const place = pool[e] ?? -1;
    const other = best.get(place);
    if (other === undefined) {
      best.set(place, e);
      continue;
    }
    const isBetter = (surplus[e] ?? 0) > (surplus[other] ?? 0);
    rivals.add(isBetter ? other : e);
    if (isBetter) best.set(place, e);
  }
  return rivals;
}

/** Solves again with what is left of a plan's edges; null when that leads nowhere. */
function resolve(
  problem: Problem,
  { plan, solution }: Candidate,
  removed: ReadonlySet<number>,
): Candidate | null {
  const isIn = new Uint8Array(problem.edges.length);
  const start = new Float64Array(problem.tokens.length);
  for (const e of plan.edges) {
    if (removed.has(e)) continue;
    isIn[e] = 1;
    for (const token of [problem.from[e] ?? 0, problem.to[e] ?? 0]) {
      start[token] = solution.values[token] ?? 0;
    }
  }
  if (start[problem.source] === 0 || start[problem.target] === 0) return null;
  const next = solveDual(problem, start, isIn);
  const recovered = recoverPlan(problem, { ...next, worth: next.upperBound });
  return recovered === null ? null : { plan: recovered, solution: next };
}
