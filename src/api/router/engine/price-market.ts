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
 * of the target. In the workspace: the next one takes its place.
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
  const [isGroup] = workspace.marks;
  isGroup.fill(0);
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
  let [groupCount, pricedCount] = [0, 0];
  for (let t = 0; t < tokenCount; t++) {
    if (isGroup[t] === 1) workspace.groups[groupCount++] = t;
    // A token without edges of its own follows its group.
    if (!((values[t] ?? 0) > 0) || isGroup[groupOf[t] ?? 0] === 0) continue;
    workspace.tokens[pricedCount++] = t;
  }
  return {
    edges: edges.subarray(0, count),
    tokens: workspace.tokens.subarray(0, pricedCount),
    groupOf,
    groups: workspace.groups.subarray(0, groupCount),
    ground: groupOf[target] ?? -1,
  };
}
