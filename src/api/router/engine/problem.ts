import type { Address } from "viem";
import type { Curve } from "../../../lib/curves/curve.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/**
 * A flow problem over part of the graph, in numbers: tokens and edges are indexes, edges in the snapshot's order. All amounts are
 * float64, in smallest units.
 */
export interface Problem {
  readonly tokens: readonly Address[];
  readonly source: number;
  readonly target: number;
  /** Of the source token. */
  readonly amountIn: number;
  /** What a unit of gas costs, in smallest units of the target token. */
  readonly gasPrice: number;
  readonly edges: readonly GraphEdge[];
  readonly curves: readonly Curve[];
  /** Marginal price of each edge's first unit. */
  readonly opening: Float64Array;
  /** Token at the start and at the end of each edge. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the pool of each edge. A plan uses one edge of a pool. */
  readonly pool: Int32Array;
  /** Edges out of token t: `outgoing[first[t]]` to `outgoing[first[t + 1] - 1]`. */
  readonly first: Int32Array;
  readonly outgoing: Int32Array;
}

/** What a problem is made of. */
export interface ProblemInput {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: number;
  readonly gasPrice: number;
  readonly edges: readonly GraphEdge[];
  readonly curveOf: (edge: GraphEdge) => Curve;
}

/** Numbers tokens and edges; those that lead nowhere are left out. Null when no way leads from tokenIn to tokenOut. */
export function createProblem(input: ProblemInput): Problem | null {
  const edges = usefulEdges(input);
  if (edges.length === 0) return null;
  const numbers = new Map<Address, number>();
  const pools = new Map<string, number>();
  const number = <K>(numbered: Map<K, number>, key: K): number => {
    const known = numbered.get(key);
    if (known !== undefined) return known;
    numbered.set(key, numbered.size);
    return numbered.size - 1;
  };
  const from = Int32Array.from(edges, (edge) => number(numbers, edge.tokenIn));
  const to = Int32Array.from(edges, (edge) => number(numbers, edge.tokenOut));
  const first = new Int32Array(numbers.size + 1);
  for (const token of from) first[token + 1] = (first[token + 1] ?? 0) + 1;
  for (let t = 0; t < numbers.size; t++) first[t + 1] = (first[t + 1] ?? 0) + (first[t] ?? 0);
  const next = first.slice();
  const outgoing = new Int32Array(edges.length);
  for (const [e, token] of from.entries()) {
    const place = next[token] ?? 0;
    outgoing[place] = e;
    next[token] = place + 1;
  }
  const curves = edges.map(input.curveOf);
  return {
    tokens: [...numbers.keys()],
    source: numbers.get(input.tokenIn) ?? 0,
    target: numbers.get(input.tokenOut) ?? 0,
    amountIn: input.amountIn,
    gasPrice: input.gasPrice,
    edges,
    curves,
    opening: Float64Array.from(curves, (curve) => curve.marginal(0)),
    ...{ from, to, first, outgoing },
    pool: Int32Array.from(edges, (edge) => number(pools, edge.state.id)),
  };
}

/** Edges that lie on some way from tokenIn to tokenOut, none of them back into tokenIn or out of tokenOut. */
function usefulEdges({ tokenIn, tokenOut, edges }: ProblemInput): readonly GraphEdge[] {
  const inner = edges.filter((edge) => edge.tokenOut !== tokenIn && edge.tokenIn !== tokenOut);
  const ahead = reach(inner, tokenIn, (edge) => [edge.tokenIn, edge.tokenOut]);
  const back = reach(inner, tokenOut, (edge) => [edge.tokenOut, edge.tokenIn]);
  return inner.filter((edge) => ahead.has(edge.tokenIn) && back.has(edge.tokenOut));
}

function reach(
  edges: readonly GraphEdge[],
  start: Address,
  ends: (edge: GraphEdge) => readonly [from: Address, to: Address],
): ReadonlySet<Address> {
  const neighbours = new Map<Address, Address[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    const known = neighbours.get(from);
    if (known === undefined) neighbours.set(from, [to]);
    else known.push(to);
  }
  const reached = new Set([start]);
  for (const token of reached) {
    for (const next of neighbours.get(token) ?? []) reached.add(next);
  }
  return reached;
}
