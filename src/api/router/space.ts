import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { BlockContext } from "../../protocols/protocol.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { intermediatesOf } from "./intermediates.ts";
import type { Residual } from "./residual.ts";
import type { RouteRequest } from "./route.ts";

/** Which edges a request's protocols include. */
export interface ProtocolFilter {
  /** Whether the request's protocols include the edge's. */
  readonly allows: (edge: GraphEdge) => boolean;
  /** Whether they include all. */
  readonly isUnfiltered: boolean;
}

/** The part of a snapshot that a request may use. */
export interface SearchSpace extends ProtocolFilter {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Tokens that a route may pass through. */
  readonly intermediates: ReadonlySet<Address>;
  /** Hops of a single path. */
  readonly maxHops: number;
  readonly at: BlockContext;
  /** Pools as the search finds them, where they differ from the snapshot. */
  readonly before: Residual;
}

/** Swaps of a path; wrapping and what enters or leaves positions at its ends come on top. */
const MAX_SWAPS = 3;

/**
 * Restricts the graph to what the request allows: its protocols, and as intermediate tokens the
 * connectors and what the ends of the route consist of.
 */
export function searchSpace(
  snapshot: Snapshot,
  request: Pick<
    RouteRequest,
    | ("tokenIn" | "tokenOut" | "onlyProtocols" | "ignoreProtocols" | "before")
    | ("through" | "around")
  >,
): SearchSpace {
  const { tokenIn, tokenOut, through = [], around = [] } = request;
  const intermediates = intermediatesOf(snapshot, request);
  const tokens = new Set([...intermediates.tokens, ...through]);
  for (const token of around) tokens.delete(token);
  const unwrap = tokenOut === NATIVE ? 1 : 0;
  return {
    tokenIn,
    tokenOut,
    intermediates: tokens,
    maxHops: MAX_SWAPS + unwrap + intermediates.extraHops,
    ...protocolFilter(snapshot, request),
    at: snapshot.next,
    before: request.before ?? new Map(),
  };
}

/**
 * The filter of a request's protocols. Wrapping is no venue, so `onlyProtocols` does not exclude
 * it; `ignoreProtocols` does.
 */
export function protocolFilter(
  snapshot: Snapshot,
  { onlyProtocols, ignoreProtocols }: Pick<RouteRequest, "onlyProtocols" | "ignoreProtocols">,
): ProtocolFilter {
  const only = new Set(onlyProtocols);
  const ignored = new Set(ignoreProtocols);
  return {
    allows(edge) {
      if (ignored.has(edge.state.slug)) return false;
      return only.size === 0 || only.has(edge.state.slug) || isWrap(edge, snapshot);
    },
    isUnfiltered: only.size === 0 && ignored.size === 0,
  };
}

function isWrap(edge: GraphEdge, { wrappedNative }: Snapshot): boolean {
  const ends = [edge.tokenIn, edge.tokenOut];
  return ends.includes(NATIVE) && ends.includes(wrappedNative);
}
