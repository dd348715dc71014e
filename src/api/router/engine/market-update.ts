import { compareEdges, edgeKey, type GraphEdge, type Snapshot } from "../../graph/snapshot.ts";
import { curveOf, isTimeless } from "./curves.ts";
import { commonNumbers, type Market } from "./market.ts";
import { isSteady } from "./problem.ts";

/**
 * The market of a snapshot from that of another one: equal to one made from nothing. Only edges
 * that are other objects, and those whose curves change with the block, are looked at; null where
 * tokens became common or pools between common tokens came or went.
 */
export function updateMarket(before: Market, snapshot: Snapshot): Market | null {
  const changed = changedCore(before, snapshot);
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
  for (const edge of changed) {
    const e = layout.places.get(edgeKey(edge));
    if (e === undefined) return null;
    coreEdges[e] = edge;
    if (!dated.has(e)) renew(edge, e);
  }
  for (const e of [...dated]) {
    const edge = coreEdges[e];
    if (edge !== undefined) renew(edge, e);
  }
  const ascending = [...dated].sort((a, b) => a - b);
  const table = { ...core, curves, opening, bend, steady };
  return { snapshot, layout, core: table, coreEdges, dated: ascending };
}

/** The changed edges between common tokens; null where such edges came or went. */
function changedCore(before: Market, now: Snapshot): readonly GraphEdge[] | null {
  const { numbers } = before.layout;
  const common = commonNumbers(now);
  const isSame = [...common].every(([token, number]) => numbers.get(token) === number);
  if (!isSame || common.size !== numbers.size) return null;
  const changed: GraphEdge[] = [];
  for (const [token, from] of numbers) {
    const isCore = ({ tokenOut }: GraphEdge): boolean => (numbers.get(tokenOut) ?? from) !== from;
    const [old, edges] = [before.snapshot.edges.get(token) ?? [], now.edges.get(token) ?? []];
    if (old === edges) continue;
    let at = 0;
    for (const edge of edges) {
      let other = old[at];
      if (other === edge) {
        at += 1;
        continue;
      }
      for (; other !== undefined && compareEdges(other, edge) < 0; other = old[++at]) {
        if (isCore(other)) return null;
      }
      const isReplaced = other !== undefined && compareEdges(other, edge) === 0;
      if (isReplaced) at += 1;
      if (isReplaced ? other?.tokenOut !== edge.tokenOut : isCore(edge)) return null;
      if (isCore(edge)) changed.push(edge);
    }
    if (old.slice(at).some(isCore)) return null;
  }
  return changed;
}
