import type { Problem } from "./problem.ts";

/**
 * Those of some edges that lie on a walk from the source to the target over such edges, in their
 * order. No flow uses the others, and prices of tokens that are cut off have no optimum.
 */
export function connecting(
  { from, to, source, target, workspace }: Problem,
  edges: Int32Array,
): Int32Array {
  const [isFed, isLed] = workspace.marks;
  markReached(from, to, { edges, start: source }, isFed);
  markReached(to, from, { edges, start: target }, isLed);
  return edgesWhere(edges, (e) => isFed[from[e] ?? 0] === 1 && isLed[to[e] ?? 0] === 1);
}

/** All edges of a problem by number. */
export function allEdges({ from }: Problem): Int32Array {
  const all = new Int32Array(from.length);
  for (let e = 0; e < all.length; e++) all[e] = e;
  return all;
}

/** As `filter` of the typed array, which takes several times as long. */
export function edgesWhere(edges: Int32Array, holds: (edge: number) => boolean): Int32Array {
  const found = new Int32Array(edges.length);
  let count = 0;
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i] ?? 0;
    if (!holds(e)) continue;
    found[count] = e;
    count += 1;
  }
  return count === edges.length ? found : found.subarray(0, count);
}

/**
 * Marks the tokens that a start leads to over edges from `tails` to `heads`, itself included, by 1.
 */
function markReached(
  tails: Int32Array,
  heads: Int32Array,
  on: { readonly edges: Int32Array; readonly start: number },
  isReached: Uint8Array,
): void {
  const { edges, start } = on;
  isReached.fill(0);
  isReached[start] = 1;
  // Walks have few hops, so a few passes reach everything.
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (let i = 0; i < edges.length; i++) {
      const e = edges[i] ?? 0;
      const head = heads[e] ?? 0;
      if (isReached[tails[e] ?? 0] === 0 || isReached[head] === 1) continue;
      isReached[head] = 1;
      isGrowing = true;
    }
  }
}
