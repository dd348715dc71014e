import type { Problem } from "./problem.ts";

/**
 * Whether a plan leads from a token to another one: an edge back would close a circle, which no
 * plan can have.
 *
 * @param edges Of the plan, in an order in which they can be executed.
 */
export function leadsTo(
  { from, to }: Problem,
  edges: readonly number[],
): (token: number, other: number) => boolean {
  const reached = new Map<number, Set<number>>();
  // From the end: what an edge's end leads to is known before the edge is looked at.
  for (let i = edges.length - 1; i >= 0; i--) {
    const [u, v] = [from[edges[i] ?? 0] ?? 0, to[edges[i] ?? 0] ?? 0];
    const own = reached.get(u) ?? new Set<number>();
    own.add(v);
    for (const token of reached.get(v) ?? []) own.add(token);
    reached.set(u, own);
  }
  return (token, other) => reached.get(token)?.has(other) ?? false;
}
