import { allEdges, edgesWhere } from "./connecting.ts";
import { type DualOptions, type DualSolution, solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";

/** An optimum whose trades close no circle. */
export interface WithoutCircles {
  readonly solution: DualSolution;
  /** Edges that may trade, ascending; absent: all. */
  readonly edges?: Int32Array;
}

/** Times that circles are looked for: without some, trades may take others. */
const MAX_ROUNDS = 6;

/** What is traded from token to token, in target units. */
type Trades = Map<number, Map<number, number>>;

/**
 * The optimum when edges that close circles do not trade. Pools whose prices differ by more than
 * their fees are worth a circle of trades, which no flow can take; in its prices everything else is
 * lost. Of each circle goes where least is traded, from token to token.
 *
 * @param options How the optimum was found, and others are.
 */
export function withoutCircles(
  problem: Problem,
  optimum: DualSolution,
  options: Pick<DualOptions, "pays" | "tolerance">,
): WithoutCircles {
  const { from, to, tokenCount } = problem;
  const closed = new Set<number>();
  let found: WithoutCircles = { solution: optimum };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const links = weakestLinks(problem, found.solution);
    if (links.length === 0) break;
    for (const [u, v] of links) closed.add(u * tokenCount + v);
    const edges = edgesWhere(
      allEdges(problem),
      (e) => !closed.has((from[e] ?? 0) * tokenCount + (to[e] ?? 0)),
    );
    const { values } = found.solution;
    found = { solution: solveDual(problem, values, { ...options, edges }), edges };
  }
  return found;
}

/** The weakest link of each circle of trades, taken away one after the other. */
function weakestLinks(
  problem: Problem,
  solution: DualSolution,
): readonly (readonly [number, number])[] {
  const trades = tradesOf(problem, solution);
  const removed: (readonly [number, number])[] = [];
  for (let circle = findCircle(trades); circle !== null; circle = findCircle(trades)) {
    let weakest: readonly [number, number] | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, u] of circle.entries()) {
      const v = circle[(i + 1) % circle.length] ?? u;
      const worth = trades.get(u)?.get(v) ?? 0;
      if (worth >= least) continue;
      least = worth;
      weakest = [u, v];
    }
    if (weakest === null) break;
    trades.get(weakest[0])?.delete(weakest[1]);
    removed.push(weakest);
  }
  return removed;
}

function tradesOf({ from, to }: Problem, { edges, inputs, values }: DualSolution): Trades {
  const trades: Trades = new Map();
  for (let i = 0; i < edges.length; i++) {
    const [u, v] = [from[edges[i] ?? 0] ?? 0, to[edges[i] ?? 0] ?? 0];
    const own = trades.get(u) ?? new Map<number, number>();
    own.set(v, (own.get(v) ?? 0) + (inputs[i] ?? 0) * (values[u] ?? 0));
    trades.set(u, own);
  }
  return trades;
}

/** The tokens of some circle, in order; null when there is none. */
function findCircle(trades: Trades): readonly number[] | null {
  const done = new Set<number>();
  const path: number[] = [];
  const visit = (token: number): readonly number[] | null => {
    path.push(token);
    for (const next of trades.get(token)?.keys() ?? []) {
      const place = path.indexOf(next);
      if (place >= 0) return path.slice(place);
      const found = done.has(next) ? null : visit(next);
      if (found !== null) return found;
    }
    path.pop();
    done.add(token);
    return null;
  };
  for (const token of trades.keys()) {
    const found = done.has(token) ? null : visit(token);
    if (found !== null) return found;
  }
  return null;
}
