import type { Curve } from "../../../lib/curves/curve.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** Edges as columns: edge e is entry e of each. In the order of the token they start from. */
export interface EdgeTable {
  /** Token at the start and at the end of each edge. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the pool of each edge. A plan uses one edge of a pool. */
  readonly pool: Int32Array;
  readonly curves: readonly Curve[];
  /**
   * Marginal price of each edge's first unit, and how fast it falls there: the curve's first two
   * derivatives at 0.
   */
  readonly opening: Float64Array;
  readonly bend: Float64Array;
  /** Edges out of token t: `first[t]` to `first[t + 1] - 1`. */
  readonly first: Int32Array;
  /**
   * The form of the native currency that each edge trades, `WRAPPED` or `NATIVE`; 0 of edges that
   * trade none.
   */
  readonly form: Uint8Array;
  /** 1 of edges whose rate hardly falls over all that they take, 0 of the others. */
  readonly steady: Uint8Array;
}

/** Largest input that a rate is looked at for: more than any token's supply. */
const LARGEST = 1e30;
/** Part by which a steady rate may fall. */
const STEADY = 1e-6;

/** Whether the rate of a curve hardly falls over all that it takes. */
export function isSteady(curve: Curve): boolean {
  return curve.marginal(Math.min(curve.capacity, LARGEST) / 2) > curve.marginal(0) * (1 - STEADY);
}

/** Forms of the native currency, as bits. */
export const WRAPPED_FORM = 1;
export const NATIVE_FORM = 2;

/** What changing the form of the native currency costs a plan. */
export interface Wrapping {
  /** Of a wrap and of an unwrap: a plan needs one of them at most. */
  readonly wrapGas: number;
  readonly unwrapGas: number;
  /** The token that both forms are. */
  readonly token: number;
  /** Forms that the ends of the request are in; 0 where neither is the native currency. */
  readonly ends: number;
}

/**
 * A flow problem: how much of the source token to send over which edges, so that most of the target
 * token arrives. Tokens and edges are numbers from 0 on. Edges into the source and out of the
 * target may be there; no flow takes them. All amounts are float64, in smallest units.
 */
export interface Problem extends EdgeTable {
  readonly tokenCount: number;
  readonly source: number;
  readonly target: number;
  /** Of the source token. */
  readonly amountIn: number;
  /** What a unit of gas costs, in smallest units of the target token. */
  readonly gasPrice: number;
  /** What an edge costs besides its gas, in smallest units of the target token. */
  readonly legPrice: number;
  /** Null where the native currency and its wrapped form are two tokens, or neither is there. */
  readonly wrapping: Wrapping | null;
  /** What can come to each token at most; infinite where it is not known. */
  readonly most: Float64Array;
  /** 1 of edges whose rate hardly falls over that, 0 of the others. */
  readonly flat: Uint8Array;
  readonly workspace: Workspace;
}

/** One row of a table. */
export interface ProblemEdge {
  readonly from: number;
  readonly to: number;
  readonly pool: number;
  readonly curve: Curve;
  /** 0 by default. */
  readonly form?: number;
}

/** @param edges In ascending order of `from`. */
export function edgeTable(tokenCount: number, edges: readonly ProblemEdge[]): EdgeTable {
  const from = Int32Array.from(edges, (edge) => edge.from);
  return {
    from,
    to: Int32Array.from(edges, ({ to }) => to),
    pool: Int32Array.from(edges, ({ pool }) => pool),
    curves: edges.map(({ curve }) => curve),
    opening: Float64Array.from(edges, ({ curve }) => curve.marginal(0)),
    bend: Float64Array.from(edges, ({ curve }) => curve.curvature(0)),
    first: firstEdges(tokenCount, from),
    form: Uint8Array.from(edges, ({ form = 0 }) => form),
    steady: Uint8Array.from(edges, ({ curve }) => (isSteady(curve) ? 1 : 0)),
  };
}

/** The column `first` of a table: how many edges start from the tokens before each. */
export function firstEdges(tokenCount: number, from: Int32Array): Int32Array {
  const first = new Int32Array(tokenCount + 1);
  for (const token of from) first[token + 1] = (first[token + 1] ?? 0) + 1;
  for (let t = 0; t < tokenCount; t++) first[t + 1] = (first[t + 1] ?? 0) + (first[t] ?? 0);
  return first;
}

/** A problem with a workspace of its own. */
export function createProblem(
  ask: Pick<Problem, "tokenCount" | "source" | "target" | "amountIn" | "gasPrice">,
  edges: readonly ProblemEdge[],
): Problem {
  const { tokenCount } = ask;
  const workspace = createWorkspace(tokenCount, edges.length);
  const table = edgeTable(tokenCount, edges);
  return { ...ask, ...table, ...unbounded(tokenCount, edges.length), wrapping: null, workspace };
}

/** What a problem is before anything is known of what can come to its tokens. */
export function unbounded(
  tokenCount: number,
  edgeCount: number,
): Pick<Problem, "legPrice" | "most" | "flat"> {
  const most = new Float64Array(tokenCount).fill(Number.POSITIVE_INFINITY);
  return { legPrice: 0, most, flat: new Uint8Array(edgeCount) };
}
