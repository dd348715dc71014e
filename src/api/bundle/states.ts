import type { HeldState } from "../graph/memory.ts";
import type { Snapshot } from "../graph/snapshot.ts";

/** The states of a snapshot that have edges, by the slug of their deployment; in a fixed order. */
export function statesOf(snapshot: Snapshot): ReadonlyMap<string, readonly HeldState[]> {
  const seen = new Set<string>();
  const bySlug = new Map<string, HeldState[]>();
  for (const { protocol, state } of [...snapshot.edges.values()].flat()) {
    if (seen.has(state.id)) continue;
    seen.add(state.id);
    const own = bySlug.get(state.slug);
    if (own === undefined) bySlug.set(state.slug, [{ protocol, state }]);
    else own.push({ protocol, state });
  }
  return bySlug;
}
