import { type Candidate, earningsOf, poolRivals, resolve } from "./candidate.ts";
import type { Problem } from "./problem.ts";
import type { Plan } from "./recovery.ts";

/** What a plan may need at most. */
export interface PlanLimits {
  readonly maxLegs: number;
  readonly maxGas: number;
}

/** Rounds of pruning; each removes some edges and solves again. */
const MAX_ROUNDS = 64;
/** Part of the edges that do not earn their gas that one round removes, the worst first. */
const REMOVED_PER_ROUND = 0.1;
/**
 * Legs beyond which only what limits demand is removed: among many edges a single one matters
 * little.
 */
export const MANY_LEGS = 128;
/** Part of its gas that an edge has to earn to get into the next round at all. */
const HOPELESS = 0.01;

/**
 * Plans over fewer and fewer edges, in the order found. Taking away edges costs at least the sum of
 * their surpluses, by weak duality; so once all earn their gas, fewer are not better. Until then
 * the worst go first and the rest is solved again, as what they carried has to go elsewhere;
 * whoever asked takes the best plan of all.
 *
 * Also brings a plan within its limits, and to one edge per pool, as a pool's state after one of
 * its trades differs from what the curves of the others assume.
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
    const kept = current.plan.edges.filter((e) => !removed.has(e));
    const next = resolve(problem, kept, current.solution.values);
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
  candidate: Candidate,
  limits: PlanLimits,
): ReadonlySet<number> {
  const rivals = poolRivals(problem, candidate);
  if (rivals.size > 0) return rivals;
  const { plan } = candidate;
  const isLong = plan.edges.length > MANY_LEGS;
  const over = Math.max(plan.edges.length / limits.maxLegs, plan.gas / limits.maxGas);
  if (over <= 1 && (isLong || problem.gasPrice === 0)) return new Set();
  const earnings = earningsOf(candidate);
  const losing = isLong ? [] : earnings.filter(({ ratio }) => ratio < 1);
  const excess = over > 1 ? plan.edges.length * (1 - 1 / over) : 0;
  const count = Math.max(
    Math.ceil(losing.length * REMOVED_PER_ROUND),
    losing.filter(({ ratio }) => ratio < HOPELESS).length,
    Math.ceil(excess / 2),
  );
  return new Set(earnings.slice(0, count).map(({ edge }) => edge));
}
