import { type DualSolution, solveDual } from "./dual.ts";
import { type Problem, restrict } from "./problem.ts";
import { type Plan, recoverPlan } from "./recovery.ts";

/** What a plan may need at most. */
export interface PlanLimits {
  readonly maxLegs: number;
  readonly maxGas: number;
}

/** A plan with the solution over its edges, or more, that it was recovered from; edges and tokens as the problem numbers them. */
export interface Candidate {
  readonly plan: Plan;
  readonly solution: DualSolution;
}

/** Rounds of pruning; each removes some edges and solves again. */
const MAX_ROUNDS = 24;
/** Part of the edges that do not earn their gas that one round removes, the worst first. */
const REMOVED_PER_ROUND = 0.4;
/** Part of its gas that an edge has to earn to get into the next round at all. */
const HOPELESS = 0.1;

/**
 * Plans over fewer and fewer edges, in the order found. An edge whose surplus is below its gas is not worth having by itself, but what it
 * carried has to go elsewhere: so the worst go first, the rest is solved again, and whoever asked takes the best plan of all.
 *
 * Also brings a plan within its limits, and to one edge per pool, as a pool's state after one of its trades differs from what the
 * curves of the others assume.
 */
export function prune(
  problem: Problem,
  first: Candidate,
  limits: PlanLimits,
): readonly Candidate[] {
  const found: Candidate[] = [];
  let current = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const removed = edgesToRemove(problem, current, limits);
    if (removed.size === 0) break;
    const next = resolve(
      problem,
      current.plan.edges.filter((e) => !removed.has(e)),
      current.solution.values,
    );
    if (next === null) break;
    found.push(next);
    current = next;
  }
  return found;
}

/** Whether a plan may be executed: within its limits and one edge per pool. */
export function isExecutable({ pool }: Problem, plan: Plan, limits: PlanLimits): boolean {
  const { edges, gas } = plan;
  if (edges.length > limits.maxLegs || gas > limits.maxGas) return false;
  return new Set(edges.map((e) => pool[e])).size === edges.length;
}

function edgesToRemove(
  problem: Problem,
  { plan, solution }: Candidate,
  limits: PlanLimits,
): ReadonlySet<number> {
  const surplus = surplusOf(solution);
  const rivals = poolRivals(problem, plan, surplus);
  if (rivals.size > 0) return rivals;
  const earnings = earningsOf(problem, plan, surplus);
  const losing = earnings.filter(({ ratio }) => ratio < 1);
  const needed = Math.max(plan.edges.length / limits.maxLegs, plan.gas / limits.maxGas);
  const excess = needed > 1 ? plan.edges.length * (1 - 1 / needed) : 0;
  const count = Math.max(
    Math.ceil(losing.length * REMOVED_PER_ROUND),
    losing.filter(({ ratio }) => ratio < HOPELESS).length,
    Math.ceil(excess / 2),
  );
  return new Set(earnings.slice(0, count).map(({ edge }) => edge));
}

/** The plan's edges with their surplus by unit of gas cost, the least first. */
function earningsOf(
  { curves, gasPrice }: Problem,
  { edges, amounts }: Plan,
  surplus: ReadonlyMap<number, number>,
): readonly { readonly edge: number; readonly ratio: number }[] {
  return edges
    .map((edge, i) => {
      const cost = (curves[edge]?.gas(amounts[i] ?? 0) ?? 0) * gasPrice;
      const earned = surplus.get(edge) ?? 0;
      return { edge, earned, ratio: cost > 0 ? earned / cost : Number.POSITIVE_INFINITY };
    })
    .sort((a, b) => a.ratio - b.ratio || a.earned - b.earned || a.edge - b.edge);
}

function surplusOf({ edges, surpluses }: DualSolution): ReadonlyMap<number, number> {
  const surplus = new Map<number, number>();
  for (const [i, e] of edges.entries()) surplus.set(e, surpluses[i] ?? 0);
  return surplus;
}

/** Edges that share their pool with one of more surplus. */
function poolRivals(
  { pool }: Problem,
  { edges }: Plan,
  surplus: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const best = new Map<number, number>();
  const rivals = new Set<number>();
  for (const edge of edges) {
    const place = pool[edge] ?? -1;
    const other = best.get(place);
    if (other === undefined) {
      best.set(place, edge);
      continue;
    }
    const isBetter = (surplus.get(edge) ?? 0) > (surplus.get(other) ?? 0);
    rivals.add(isBetter ? other : edge);
    if (isBetter) best.set(place, edge);
  }
  return rivals;
}

/** The optimum over some edges alone; null when they do not lead from source to target. */
export function resolve(
  problem: Problem,
  edges: readonly number[],
  values: Float64Array,
): Candidate | null {
  const part = restrict(problem, edges);
  if (part === null) return null;
  const start = Float64Array.from(part.tokens, (token) => values[token] ?? 0);
  const solved = solveDual(part.problem, start);
  const plan = recoverPlan(part.problem, solved);
  if (plan === null) return null;
  const whole = (edge: number): number => part.edges[edge] ?? -1;
  const wholeValues = new Float64Array(problem.tokenCount);
  for (const [t, token] of part.tokens.entries()) wholeValues[token] = solved.values[t] ?? 0;
  return {
    plan: { ...plan, edges: plan.edges.map(whole) },
    solution: { ...solved, edges: solved.edges.map(whole), values: wholeValues },
  };
}
