import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { edgeKey, type GraphEdge, type Snapshot } from "../graph/snapshot.ts";
import type { SearchSpace } from "./space.ts";

/** The two edges between the native currency and its wrapped form. */
export interface WrapPair {
  readonly wrap: GraphEdge;
  readonly unwrap: GraphEdge;
}

const known = new WeakMap<Snapshot, WrapPair | null>();

/** Those of a snapshot; null where it does not have both. */
export function wrapPairOf(snapshot: Snapshot): WrapPair | null {
  const found = known.get(snapshot);
  if (found !== undefined) return found;
  // The native currency has few edges.
  const { wrappedNative } = snapshot;
  const wrap = snapshot.edges
    .get(NATIVE)
    ?.find((edge) => edge.tokenOut === wrappedNative && isWrap(edge));
  const unwrap = snapshot.edgesInto
    .get(NATIVE)
    ?.find((edge) => edge.tokenIn === wrappedNative && isWrap(edge));
  const pair = wrap === undefined || unwrap === undefined ? null : { wrap, unwrap };
  known.set(snapshot, pair);
  return pair;
}

/** How many of hops are legs: wrapping is none. */
export function legsOf(
  snapshot: Snapshot,
  hops: readonly { readonly edge: Pick<GraphEdge, "state" | "place"> }[],
): number {
  const pair = wrapPairOf(snapshot);
  const wraps = new Set(pair === null ? [] : [edgeKey(pair.wrap), edgeKey(pair.unwrap)]);
  return hops.filter(({ edge }) => !wraps.has(edgeKey(edge))).length;
}

/** Whether an edge is of the contract that wraps, not of a pool that trades the two forms. */
function isWrap(edge: GraphEdge): boolean {
  return edge.action !== "swap";
}

/**
 * The pair, where a search takes the native currency and its wrapped form for one token, as
 * wrapping has neither a price nor an end: null where wrapping is not allowed.
 */
export function mergedPair(
  snapshot: Snapshot,
  { allows }: Pick<SearchSpace, "allows">,
): WrapPair | null {
  const pair = wrapPairOf(snapshot);
  return pair !== null && allows(pair.wrap) && allows(pair.unwrap) ? pair : null;
}

/** Whether a request is for the one form in exchange for the other. */
export function isRewrap(
  { wrappedNative }: Snapshot,
  { tokenIn, tokenOut }: { readonly tokenIn: Address; readonly tokenOut: Address },
): boolean {
  const forms = [NATIVE, wrappedNative];
  return forms.includes(tokenIn) && forms.includes(tokenOut);
}
