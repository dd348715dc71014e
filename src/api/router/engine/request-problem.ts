import type { Address } from "viem";
import type { Curve } from "../../../lib/curves/curve.ts";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import type { SearchSpace } from "../space.ts";
import { curveOf } from "./curves.ts";
import { type Market, marketOf } from "./market.ts";
import { type EdgeTable, firstEdges, type Problem } from "./problem.ts";

/** A request in numbers, and the graph's edge behind each of the problem's. */
export interface RequestProblem {
  readonly problem: Problem;
  readonly edges: readonly GraphEdge[];
}

/**
 * The flow problem of a request: the market's edges between connectors, and what joins tokenIn,
 * tokenOut and the tokens they consist of to those.
 *
 * @param gasPrice Of a unit of gas, in smallest units of tokenOut.
 */
export function problemOf(
  snapshot: Snapshot,
  space: SearchSpace,
  { amountIn, gasPrice }: { readonly amountIn: number; readonly gasPrice: number },
): RequestProblem {
  const market = marketOf(snapshot);
  const { connectors } = market.layout;
  const numbers = new Map<Address, number>(connectors);
  for (const token of [space.tokenIn, space.tokenOut, ...space.intermediates]) {
    if (!numbers.has(token)) numbers.set(token, numbers.size);
  }
  const tokenCount = numbers.size;
  const isCoreAlone =
    tokenCount === connectors.size && space.isUnfiltered && space.before.size === 0;
  const { table, edges } = isCoreAlone
    ? { table: market.core, edges: market.coreEdges }
    : joined(snapshot, space, numbers);
  const [source, target] = [numbers.get(space.tokenIn) ?? 0, numbers.get(space.tokenOut) ?? 0];
  const ask = { tokenCount, source, target, amountIn, gasPrice };
  const workspace = market.layout.workspace(tokenCount, edges.length);
  return { problem: { ...table, ...ask, workspace }, edges };
}

/** The core's edges that the space allows, and those that join the other tokens to it. */
function joined(
  snapshot: Snapshot,
  space: SearchSpace,
  numbers: ReadonlyMap<Address, number>,
): { readonly table: EdgeTable; readonly edges: readonly GraphEdge[] } {
  const market = marketOf(snapshot);
  const { core, coreEdges, layout } = market;
  const joining = joiningEdges(snapshot, market, numbers);
  const added = joining.reduce((sum, list) => sum + list.length, 0);
  const most = coreEdges.length + added;
  const columns = {
    ...{ from: new Int32Array(most), to: new Int32Array(most), pool: new Int32Array(most) },
    opening: new Float64Array(most),
    bend: new Float64Array(most),
  };
  const curves: Curve[] = [];
  const edges: GraphEdge[] = [];
  const add = (edge: GraphEdge, from: number, to: number, known: Curve | undefined): void => {
    if (!space.allows(edge)) return;
    const state = space.before.get(edge.state.id);
    const curve =
      known !== undefined && state === undefined
        ? known
        : curveOf(edge, state ?? edge.state, space.at);
    const e = edges.length;
    columns.from[e] = from;
    columns.to[e] = to;
    columns.pool[e] = layout.poolOf(edge);
    columns.opening[e] = curve.marginal(0);
    columns.bend[e] = curve.curvature(0);
    curves.push(curve);
    edges.push(edge);
  };
  for (let from = 0; from < numbers.size; from++) {
    const end = core.first[from + 1] ?? 0;
    for (let e = core.first[from] ?? end; e < end; e++) {
      const edge = coreEdges[e];
      if (edge !== undefined) add(edge, from, core.to[e] ?? 0, core.curves[e]);
    }
    for (const edge of joining[from] ?? []) {
      add(edge, from, numbers.get(edge.tokenOut) ?? 0, undefined);
    }
  }
  const count = edges.length;
  const from = columns.from.subarray(0, count);
  const table = {
    ...{ from, to: columns.to.subarray(0, count), pool: columns.pool.subarray(0, count) },
    ...{
      opening: columns.opening.subarray(0, count),
      bend: columns.bend.subarray(0, count),
      curves,
    },
    first: firstEdges(numbers.size, from),
  };
  return { table, edges };
}

/** Edges at tokens that are no connectors, by number of the token they start from. */
function joiningEdges(
  snapshot: Snapshot,
  { layout }: Market,
  numbers: ReadonlyMap<Address, number>,
): readonly (readonly GraphEdge[])[] {
  const { connectors, inbound, outbound } = layout;
  const joining: GraphEdge[][] = Array.from({ length: numbers.size }, () => []);
  for (const [token, number] of numbers) {
    if (connectors.has(token)) continue;
    for (const [tokenIn, from] of numbers) {
      const edges = snapshot.edges.get(tokenIn);
      for (const place of inbound.get(token)?.get(tokenIn) ?? []) {
        const edge = edges?.[place];
        if (edge !== undefined) joining[from]?.push(edge);
      }
    }
    const edges = snapshot.edges.get(token);
    for (const place of outbound.get(token) ?? []) {
      const edge = edges?.[place];
      if (edge !== undefined) joining[number]?.push(edge);
    }
  }
  return joining;
}
