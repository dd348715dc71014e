import type { Address } from "viem";
import type { BlockContext, PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { type Residual, residualState } from "./residual.ts";
import type { Hop, RouteInput } from "./route.ts";

/**
 * How much of a token's balance goes through which edge, no edge twice; amounts need only be in the
 * right proportion.
 */
export type Flow = readonly (readonly [GraphEdge, bigint])[];

/** Exact result of a flow: hops in execution order and what arrives at tokenOut. */
export interface Replay {
  readonly hops: readonly Hop[];
  readonly amountOut: bigint;
  readonly gas: bigint;
  /** Pools of the flow after it, by id. */
  readonly after: ReadonlyMap<string, PoolState>;
}

/** An edge of a flow. */
interface Share {
  readonly edge: GraphEdge;
  readonly part: bigint;
  readonly end: Place;
}

/** A token of a flow while it is replayed. */
interface Place {
  readonly token: Address;
  /** Edges out of it, in edge order, so that one flow has one order. */
  readonly outgoing: Share[];
  /** Edges into it whose tokens are not placed yet. */
  incoming: number;
  balance: bigint;
}

const BITS_X64 = 64n;
const ONE_X64 = 1n << BITS_X64;

/** The flow's tokens by address. */
function placesOf(flow: Flow): ReadonlyMap<Address, Place> {
  const places = new Map<Address, Place>();
  const placeOf = (token: Address): Place => {
    const known = places.get(token);
    if (known !== undefined) return known;
    const place = { token, outgoing: [], incoming: 0, balance: 0n };
    places.set(token, place);
    return place;
  };
  for (const [edge, part] of flow) {
    const end = placeOf(edge.tokenOut);
    end.incoming += 1;
    placeOf(edge.tokenIn).outgoing.push({ edge, part, end });
  }
  for (const { outgoing } of places.values()) outgoing.sort((a, b) => a.edge.index - b.edge.index);
  return places;
}

/** Tokens of a flow, each before those its edges lead to; null when the flow has a cycle. */
function topologicalOrder(places: ReadonlyMap<Address, Place>): readonly Place[] | null {
  const order = [...places.values()].filter(({ incoming }) => incoming === 0);
  for (const { outgoing } of order) {
    for (const { end } of outgoing) {
      end.incoming -= 1;
      if (end.incoming === 0) order.push(end);
    }
  }
  return order.length === places.size ? order : null;
}

/** Where a flow starts and ends. */
export interface Ends {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  /** Further tokens that it starts from. */
  readonly more?: readonly RouteInput[];
}

/**
 * Runs a flow with the integers the program uses: shares of what is left as 0.64 fixed-point
 * numbers, rounded down, the last edge of a token taking the rest, and pool state carried from hop
 * to hop. Null when a hop fails or receives nothing.
 */
export function replayFlow(
  flow: Flow,
  request: Ends,
  { at, before }: { readonly at: BlockContext; readonly before: Residual },
): Replay | null {
  const places = placesOf(flow);
  const order = topologicalOrder(places);
  if (order === null) return null;
  const first = { token: request.tokenIn, amount: request.amountIn };
  for (const { token, amount } of [first, ...(request.more ?? [])]) {
    const start = places.get(token);
    if (start === undefined) return null;
    start.balance = amount;
  }
  const after = new Map<string, PoolState>();
  const hops: Hop[] = [];
  let gas = 0n;
  for (const { token, outgoing, balance } of order) {
    if (token === request.tokenOut) continue;
    let planned = outgoing.reduce((sum, { part }) => sum + part, 0n);
    let left = balance;
    for (const [i, { edge, part, end }] of outgoing.entries()) {
      const last = i === outgoing.length - 1;
      if (!last && (part === 0n || planned === 0n)) return null;
      const shareX64 = last ? null : (part << BITS_X64) / planned;
      if (shareX64 !== null && shareX64 >= ONE_X64) return null;
      const amountIn = shareX64 === null ? left : (left * shareX64) >> BITS_X64;
      if (amountIn === 0n) return null;
      const state = after.get(edge.state.id) ?? residualState(edge, before);
      const quote = edge.protocol.quote(state, edge, amountIn, at);
      if (!quote.ok) return null;
      after.set(edge.state.id, quote.next);
      end.balance += quote.amountOut;
      hops.push({ edge, state, shareX64, amountIn, amountOut: quote.amountOut, gas: quote.gas });
      gas += quote.gas;
      left -= amountIn;
      planned -= part;
    }
  }
  return { hops, amountOut: places.get(request.tokenOut)?.balance ?? 0n, gas, after };
}
