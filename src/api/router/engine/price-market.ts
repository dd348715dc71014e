import type { Problem } from "./problem.ts";

/** What a search for prices is about: which edges may trade, and which prices change together. */
export interface PriceMarket {
  /** Edges that may trade, ascending. */
  readonly edges: Int32Array;
  /** Tokens of the groups at their ends. */
  readonly tokens: Int32Array;
  /** By token: its group, a number from 0 on. */
  readonly groupOf: Int32Array;
  /** Those groups, and the source's. */
  readonly groups: Int32Array;
  /** Group of the target, whose price stays. */
  readonly ground: number;
}

/**
 * Edges between tokens of different groups that have prices, but for those into the source and out
 * of the target.
 *
 * @param values Prices; 0 of tokens that take no part.
 * @param options The edges to choose from, and the group of each token.
 */
export function createPriceMarket(
  { tokenCount, source, target, from, to, workspace }: Problem,
  values: Float64Array,
  options: { readonly edges?: Int32Array; readonly groups?: Int32Array },
): PriceMarket {
  const { edges: among, groups: groupOf = workspace.identity } = options;
  const most = among?.length ?? from.length;
  const edges = workspace.edges;
  let count = 0;
  const isGroup = new Uint8Array(tokenCount);
  isGroup[groupOf[source] ?? 0] = 1;
  for (let i = 0; i < most; i++) {
    const e = among === undefined ? i : (among[i] ?? 0);
    const u = from[e] ?? 0;
    const v = to[e] ?? 0;
    if (v === source || u === target || groupOf[u] === groupOf[v]) continue;
    if (!((values[u] ?? 0) > 0 && (values[v] ?? 0) > 0)) continue;
    edges[count] = e;
    count += 1;
    isGroup[groupOf[u] ?? 0] = 1;
    isGroup[groupOf[v] ?? 0] = 1;
  }
  const groups = numbersWhere(tokenCount, (g) => isGroup[g] === 1);
  // A token without edges of its own follows its group.
  const tokens = numbersWhere(
    tokenCount,
    (t) => (values[t] ?? 0) > 0 && isGroup[groupOf[t] ?? 0] === 1,
  );
  const ground = groupOf[target] ?? -1;
  return { edges: edges.subarray(0, count), tokens, groupOf, groups, ground };
}

/** Numbers below a limit that fulfil a condition, ascending. */
function numbersWhere(limit: number, holds: (n: number) => boolean): Int32Array {
  const found = new Int32Array(limit);
  let count = 0;
  for (let n = 0; n < limit; n++) {
    if (!holds(n)) continue;
    found[count] = n;
    count += 1;
  }
  return found.subarray(0, count);
}
