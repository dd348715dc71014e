import type { Address } from "viem";
import type { PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import type { Hop, Route, RouteFailure, RouteResult } from "../router/route.ts";

/** A hop without the graph that it is of. */
interface PlainHop extends Omit<Hop, "edge" | "state"> {
  readonly tokenIn: Address;
  /** Of the edge, in its snapshot's order. */
  readonly index: number;
  /** Id of the edge's pool. */
  readonly pool: string;
}

/** A route without the graph that it is of. */
interface PlainRoute extends Omit<Route, "hops" | "after"> {
  readonly hops: readonly PlainHop[];
}

/** The outcome of a search as it goes from process to process. */
export type PlainResult = { readonly ok: true; readonly route: PlainRoute } | RouteFailure;

/** Leaves out of an outcome what the snapshot it was found on tells. */
export function toPlain(result: RouteResult): PlainResult {
  if (!result.ok) return result;
  const { after: _, hops, ...rest } = result.route;
  return {
    ok: true,
    route: {
      ...rest,
      hops: hops.map(({ edge, state: _, ...hop }) => {
        const { tokenIn, index } = edge;
        return { ...hop, tokenIn, index, pool: edge.state.id };
      }),
    },
  };
}

/**
 * The outcome that `result` was made from, on an equal snapshot: its hops are quoted again, with the pools' states carried from hop to hop.
 * Null when a hop is not there or pays something else, so that the snapshots differ.
 */
export function fromPlain(result: PlainResult, snapshot: Snapshot): RouteResult | null {
  if (!result.ok) return result;
  const after = new Map<string, PoolState>();
  const hops: Hop[] = [];
  for (const { tokenIn, index, pool, ...hop } of result.route.hops) {
    const edge = edgeAt(snapshot.edges.get(tokenIn) ?? [], index);
    if (edge === undefined || edge.state.id !== pool) return null;
    const state = after.get(pool) ?? edge.state;
    const quote = edge.protocol.quote(state, edge, hop.amountIn, snapshot.next);
    if (!quote.ok || quote.amountOut !== hop.amountOut) return null;
    after.set(pool, quote.next);
    hops.push({ edge, state, ...hop });
  }
  return { ok: true, route: { ...result.route, hops, after } };
}

/** The edge with an index among edges that ascend by it. */
function edgeAt(edges: readonly GraphEdge[], index: number): GraphEdge | undefined {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return edges[low]?.index === index ? edges[low] : undefined;
}
