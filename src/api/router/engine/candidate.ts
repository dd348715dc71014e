import { type DualSolution, solveDual } from "./dual.ts";
import { type Problem, restrict } from "./problem.ts";
import { type Plan, recoverPlan } from "./recovery.ts";

/** A plan with the price solution that it was recovered from; edges and tokens as the problem numbers them. */
export interface Candidate {
  readonly plan: Plan;
  readonly solution: DualSolution;
}

/** What an edge of a plan earns, in parts of what its gas costs. */
export interface Earning {
  readonly edge: number;
  readonly ratio: number;
}

/** The plan's edges with their surplus by cost of gas, the least first. */
export function earningsOf(
  { curves, gasPrice }: Problem,
  { plan, solution }: Candidate,
): readonly Earning[] {
  const surplus = surplusOf(solution);
  return plan.edges
    .map((edge, i) => {
      const cost = (curves[edge]?.gas(plan.amounts[i] ?? 0) ?? 0) * gasPrice;
      const earned = surplus.get(edge) ?? 0;
      return { edge, earned, ratio: cost > 0 ? earned / cost : Number.POSITIVE_INFINITY };
    })
    .sort((a, b) => a.ratio - b.ratio || a.earned - b.earned || a.edge - b.edge);
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
    const isBetter = (surplus.get(edge) ?? 0) > (surplus.get(other) ?? 0);
    rivals.add(isBetter ? other : edge);
    if (isBetter) best.set(place, edge);
  }
  return rivals;
}

function surplusOf({ edges, surpluses }: DualSolution): ReadonlyMap<number, number> {
  const surplus = new Map<number, number>();
  for (const [i, e] of edges.entries()) surplus.set(e, surpluses[i] ?? 0);
  return surplus;
}

/**
 * The optimum over some edges alone; null when they do not lead from source to target.
 *
 * @param values Prices to start from.
 */
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
