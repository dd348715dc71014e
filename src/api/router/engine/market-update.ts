import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import { curveOf, isTimeless } from "./curves.ts";
import type { Market } from "./market.ts";
import { isSteady } from "./problem.ts";

/**
 * The market of a snapshot from that of another one: equal to one made from nothing. Only edges
 * that are other objects, and those whose curves change with the block, are looked at; null where
 * pools came, went or moved.
 */
export function updateMarket(before: Market, snapshot: Snapshot): Market | null {
  const changed = changedEdges(before.snapshot, snapshot);
  if (changed === null) return null;
  const { core, layout } = before;
  const coreEdges = before.coreEdges.slice();
  const [opening, bend] = [core.opening.slice(), core.bend.slice()];
  const steady = core.steady.slice();
  const curves = core.curves.slice();
  const dated = new Set(before.dated);
  const renew = (edge: GraphEdge, e: number): void => {
    const curve = curveOf(edge, edge.state, snapshot.next);
    curves[e] = curve;
    opening[e] = curve.marginal(0);
    bend[e] = curve.curvature(0);
    steady[e] = isSteady(curve) ? 1 : 0;
    if (isTimeless(edge)) dated.delete(e);
    else dated.add(e);
  };
  for (const { edge, index } of changed) {
    const e = layout.places.get(edge.tokenIn)?.[index] ?? -1;
    if (e >= 0) coreEdges[e] = edge;
    if (e >= 0 && !dated.has(e)) renew(edge, e);
  }
  for (const e of [...dated]) {
    const edge = coreEdges[e];
    if (edge !== undefined) renew(edge, e);
  }
  const ascending = [...dated].sort((a, b) => a - b);
  const table = { ...core, curves, opening, bend, steady };
  return { snapshot, layout, core: table, coreEdges, dated: ascending };
}

/**
 * Edges of a snapshot that are not the other one's, with their places; null where an edge of
 * another pool or token is in that place.
 */
function changedEdges(
  before: Snapshot,
  now: Snapshot,
): readonly { readonly edge: GraphEdge; readonly index: number }[] | null {
  if (before.edges.size !== now.edges.size) return null;
  const changed: { readonly edge: GraphEdge; readonly index: number }[] = [];
  for (const [token, edges] of now.edges) {
    const others = before.edges.get(token);
    if (edges === others) continue;
    if (others?.length !== edges.length) return null;
    for (const [index, edge] of edges.entries()) {
      const other = others[index];
      if (edge === other) continue;
      if (other?.state.id !== edge.state.id || other.tokenOut !== edge.tokenOut) return null;
      changed.push({ edge, index });
    }
  }
  return changed;
}
