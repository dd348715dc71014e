import type { Curve } from "../../../lib/curves/curve.ts";
import { createElimination, type Elimination } from "./elimination.ts";

/** Edges as columns: edge e is entry e of each. In the order of the token they start from. */
export interface EdgeTable {
  /** Token at the start and at the end of each edge. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the pool of each edge. A plan uses one edge of a pool. */
  readonly pool: Int32Array;
  readonly curves: readonly Curve[];
  /** Marginal price of each edge's first unit. */
  readonly opening: Float64Array;
  /** Edges out of token t: `first[t]` to `first[t + 1] - 1`. */
  readonly first: Int32Array;
}

/**
 * A flow problem: how much of the source token to send over which edges, so that most of the target token arrives. Tokens and edges are
 * numbers from 0 on. Edges into the source and out of the target may be there; no flow takes them. All amounts are float64, in smallest
 * units.
 */
export interface Problem extends EdgeTable {
  readonly tokenCount: number;
  readonly source: number;
  readonly target: number;
  /** Of the source token. */
  readonly amountIn: number;
  /** What a unit of gas costs, in smallest units of the target token. */
  readonly gasPrice: number;
  /** Room for systems of `tokenCount` nodes. */
  readonly elimination: Elimination;
}

/** One row of a table. */
export interface ProblemEdge {
  readonly from: number;
  readonly to: number;
  readonly pool: number;
  readonly curve: Curve;
  readonly opening: number;
}

/** @param edges In ascending order of `from`. */
export function edgeTable(tokenCount: number, edges: readonly ProblemEdge[]): EdgeTable {
  const from = Int32Array.from(edges, (edge) => edge.from);
  return {
    from,
    to: Int32Array.from(edges, ({ to }) => to),
    pool: Int32Array.from(edges, ({ pool }) => pool),
    curves: edges.map(({ curve }) => curve),
    opening: Float64Array.from(edges, ({ opening }) => opening),
    first: firstEdges(tokenCount, from),
  };
}

/** The column `first` of a table: how many edges start from the tokens before each. */
export function firstEdges(tokenCount: number, from: Int32Array): Int32Array {
  const first = new Int32Array(tokenCount + 1);
  for (const token of from) first[token + 1] = (first[token + 1] ?? 0) + 1;
  for (let t = 0; t < tokenCount; t++) first[t + 1] = (first[t + 1] ?? 0) + (first[t] ?? 0);
  return first;
}

/** A problem over some edges of another; `tokens` and `edges` are the numbers that its own have in the other. */
export interface Restriction {
  readonly problem: Problem;
  readonly tokens: Int32Array;
  readonly edges: Int32Array;
}

/**
 * The same problem with some of its edges alone, and the tokens at their ends; null when source or target is not among those.
 *
 * @param edges In any order.
 */
export function restrict(problem: Problem, edges: Iterable<number>): Restriction | null {
  const { from, to, pool, curves, opening } = problem;
  const kept = Int32Array.from(edges).sort();
  const numbers = new Map<number, number>();
  const number = (token: number): number => {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    numbers.set(token, numbers.size);
    return numbers.size - 1;
  };
  // Edges ascend by `from`, so tokens that an edge starts from are numbered in that order, the others behind them.
  for (const e of kept) number(from[e] ?? 0);
  for (const e of kept) number(to[e] ?? 0);
  const [source, target] = [numbers.get(problem.source), numbers.get(problem.target)];
  if (source === undefined || target === undefined) return null;
  const own = kept.map((e) => number(from[e] ?? 0));
  const table: EdgeTable = {
    from: own,
    to: kept.map((e) => number(to[e] ?? 0)),
    pool: kept.map((e) => pool[e] ?? 0),
    curves: Array.from(kept, (e) => curveAt(curves, e)),
    opening: Float64Array.from(kept, (e) => opening[e] ?? 0),
    first: firstEdges(numbers.size, own),
  };
  return {
    problem: { ...problem, ...table, tokenCount: numbers.size, source, target },
    tokens: Int32Array.from(numbers.keys()),
    edges: kept,
  };
}

function curveAt(curves: readonly Curve[], edge: number): Curve {
  const curve = curves[edge];
  if (curve === undefined) throw new Error(`edge ${edge} is not among ${curves.length}`);
  return curve;
}

/** A problem with a workspace of its own. */
export function createProblem(
  ask: Pick<Problem, "tokenCount" | "source" | "target" | "amountIn" | "gasPrice">,
  edges: readonly ProblemEdge[],
): Problem {
  const { tokenCount } = ask;
  return { ...ask, ...edgeTable(tokenCount, edges), elimination: createElimination(tokenCount) };
}
