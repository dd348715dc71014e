import { type Candidate, groupEarningsOf, poolRivals, resolve } from "./candidate.ts";
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
const MANY_LEGS = 128;
/** Part of its gas that an edge has to earn to get into the next round at all. */
const HOPELESS = 0.01;
/** Part of a plan's edges that is removed at once to bring it within its limits. */
const TRIMMED_PER_ROUND = 0.08;

/**
 * Plans over fewer and fewer edges, in the order found. Taking away edges costs at least the sum of
 * their surpluses, by weak duality; so once all earn their gas, fewer are not better. Until then
 * the worst go first and the rest is solved again, as what they carried has to go elsewhere;
 * whoever asked takes the best plan of all.
 *
 * Also brings a plan to one edge per pool, as a pool's state after one of its trades differs from
 * what the curves of the others assume.
 */
export function prune(problem: Problem, first: Candidate): readonly Candidate[] {
  return shrink(problem, first, (candidate) => losingEdges(problem, candidate));
}

/**
 * Plans over fewer and fewer edges, until one is within its limits: those go that earn least for
 * their gas. Which ones does not depend on the limits, so that larger limits lead to no worse plan.
 */
export function trim(problem: Problem, first: Candidate, limits: PlanLimits): readonly Candidate[] {
  return shrink(problem, first, (candidate) => {
    const rivals = poolRivals(problem, candidate);
    if (rivals.size > 0 || isWithin(candidate.plan, limits)) return rivals;
    const count = Math.ceil(candidate.plan.edges.length * TRIMMED_PER_ROUND);
    return new Set(
      groupEarningsOf(problem, candidate)
        .slice(0, count)
        .map(({ edge }) => edge),
    );
  });
}

/** Whether a plan may be executed: within its limits and one edge per pool. */
export function isExecutable({ pool }: Problem, plan: Plan, limits: PlanLimits): boolean {
  const { edges } = plan;
  return isWithin(plan, limits) && new Set(edges.map((e) => pool[e])).size === edges.length;
}

function isWithin({ edges, gas }: Plan, { maxLegs, maxGas }: PlanLimits): boolean {
  return edges.length <= maxLegs && gas <= maxGas;
}

function shrink(
  problem: Problem,
  first: Candidate,
  edgesToRemove: (candidate: Candidate) => ReadonlySet<number>,
): readonly Candidate[] {
  const found: Candidate[] = [];
  let current = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const removed = edgesToRemove(current);
    if (removed.size === 0) break;
    const kept = current.plan.edges.filter((e) => !removed.has(e));
    const next = resolve(problem, kept, current.solution.values);
    if (next === null) break;
    found.push(next);
    current = next;
  }
  return found;
}

function losingEdges(problem: Problem, candidate: Candidate): ReadonlySet<number> {
  const rivals = poolRivals(problem, candidate);
  if (rivals.size > 0) return rivals;
  const isFree = problem.gasPrice === 0 && problem.legPrice === 0;
  if (isFree || candidate.plan.edges.length > MANY_LEGS) return new Set();
  const losing = groupEarningsOf(problem, candidate).filter(({ ratio }) => ratio < 1);
  const count = Math.max(
    Math.ceil(losing.length * REMOVED_PER_ROUND),
    losing.filter(({ ratio }) => ratio < HOPELESS).length,
  );
  return new Set(losing.slice(0, count).map(({ edge }) => edge));
}
