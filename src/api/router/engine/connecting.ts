import type { Problem } from "./problem.ts";

/**
 * Those of some edges that lie on a walk from the source to the target over such edges, in their
 * order. No flow uses the others, and prices of tokens that are cut off have no optimum.
 */
export function connecting(
  { from, to, source, target, tokenCount }: Problem,
  edges: Int32Array,
): Int32Array {
  const isFed = closure(from, to, { edges, start: source, tokenCount });
  const isLed = closure(to, from, { edges, start: target, tokenCount });
  return edges.filter((e) => isFed[from[e] ?? 0] === 1 && isLed[to[e] ?? 0] === 1);
}

/**
 * Tokens that a start leads to over edges from `tails` to `heads`, itself included: 1 each, by
 * number.
 */
function closure(
  tails: Int32Array,
  heads: Int32Array,
  on: { readonly edges: Int32Array; readonly start: number; readonly tokenCount: number },
): Uint8Array {
  const { edges, start, tokenCount } = on;
  const isReached = new Uint8Array(tokenCount);
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
  return isReached;
}
