import type { Graph } from "../../../src/api/graph/build.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import type { SharedMap } from "../../../src/lib/shared-map.ts";

/** A snapshot as data alone, in the order of its maps, which compares by its content. */
export function plainSnapshot(snapshot: Snapshot) {
  const { tokens, defiTokens, positions, pools, edges, edgesInto, ...rest } = snapshot;
  return {
    ...rest,
    ...{ tokens: [...tokens], defiTokens: [...defiTokens], positions: [...positions] },
    ...{ pools: [...pools], edges: [...edges] },
    edgesInto: [...tokens.keys(), ...positions.keys()].map((key) => [key, edgesInto.get(key)]),
  };
}

/** A graph in the same way, with what the next one is made from. */
export function plainGraph({ snapshot, states, parts }: Graph) {
  const entries = (map: SharedMap<string, unknown>) => [...map];
  const { issues, ...maps } = parts;
  return {
    snapshot: plainSnapshot(snapshot),
    states: entries(states),
    maps: Object.entries(maps).map(([name, map]) => [name, entries(map)]),
    issues: [issues.tokens, issues.positions].map(({ first, issuers }) => {
      return [entries(first), entries(issuers)];
    }),
  };
}
