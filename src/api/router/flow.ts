import type { Address } from "viem";
import type { BlockContext, PoolState } from "../../protocols/protocol.ts";
import { compareEdges, type GraphEdge } from "../graph/snapshot.ts";
import { type Residual, residualState } from "./residual.ts";
import type { Hop, RouteInput } from "./route.ts";
import { runStep } from "./run-step.ts";

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
}

const BITS_X64 = 64n;
const ONE_X64 = 1n << BITS_X64;

/** The flow's tokens by address. */
function placesOf(flow: Flow): ReadonlyMap<Address, Place> {
  const places = new Map<Address, Place>();
  const placeOf = (token: Address): Place => {
    const known = places.get(token);
    if (known !== undefined) return known;
    const place = { token, outgoing: [], incoming: 0 };
    places.set(token, place);
    return place;
  };
  for (const [edge, part] of flow) {
    const end = placeOf(edge.tokenOut);
    end.incoming += 1;
    placeOf(edge.tokenIn).outgoing.push({ edge, part, end });
  }
  for (const { outgoing } of places.values()) outgoing.sort((a, b) => compareEdges(a.edge, b.edge));
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
 * An edge, and the part of what is left of its token that it takes, as of a hop. Of `beside` the
 * tokens count, not the amounts.
 */
export type SharedEdge = Pick<Hop, "edge" | "shareX64" | "beside">;

/**
 * Runs a flow with the integers the program uses: shares of what is left as 0.64 fixed-point
 * numbers, rounded down, the last edge of a token taking the rest, and pool state carried from hop
 * to hop. Null when a hop fails or receives nothing.
 */
export function replayFlow(
  flow: Flow,
  request: Ends,
  on: { readonly at: BlockContext; readonly before: Residual },
): Replay | null {
  const edges = sharesOf(flow, request);
  if (edges === null) return null;
  const spent = new Set(edges.map(({ edge }) => edge.tokenIn));
  const starts = [request.tokenIn, ...(request.more ?? []).map(({ token }) => token)];
  if (!starts.every((token) => spent.has(token))) return null;
  return replayShares(edges, request, on);
}

/**
 * The edges of a flow in execution order, each with its share of what is left of its token; null
 * where the flow has a circle, or a share cannot be told.
 *
 * @param keeps Of tokens that it also ends in, the parts that stay, in the proportion of the
 *   flow's.
 */
export function sharesOf(
  flow: Flow,
  {
    tokenOut,
    keeps,
  }: { readonly tokenOut?: Address; readonly keeps?: ReadonlyMap<Address, bigint> },
): readonly SharedEdge[] | null {
  const order = topologicalOrder(placesOf(flow));
  if (order === null) return null;
  const edges: SharedEdge[] = [];
  for (const { token, outgoing } of order) {
    if (token === tokenOut) continue;
    const kept = keeps?.get(token) ?? 0n;
    let planned = outgoing.reduce((sum, { part }) => sum + part, kept);
    for (const [i, { edge, part }] of outgoing.entries()) {
      const last = kept === 0n && i === outgoing.length - 1;
      if (!last && (part === 0n || planned === 0n)) return null;
      const shareX64 = last ? null : (part << BITS_X64) / planned;
      if (shareX64 !== null && shareX64 >= ONE_X64) return null;
      edges.push({ edge, shareX64 });
      planned -= part;
    }
  }
  return edges;
}

/** Runs edges in their order with their very shares. Null when one fails or receives nothing. */
export function replayShares(
  edges: readonly SharedEdge[],
  { tokenIn, tokenOut, amountIn, more = [] }: Ends,
  on: { readonly at: BlockContext; readonly before: Residual },
): Replay | null {
  const run = runShares(edges, [{ token: tokenIn, amount: amountIn }, ...more], on);
  if (run === null) return null;
  const { hops, gas, after, balances } = run;
  return { hops, amountOut: balances.get(tokenOut) ?? 0n, gas, after };
}

/** What edges do with several inputs, and what is held at the end. */
export interface Run extends Omit<Replay, "amountOut"> {
  /** By token; spent ones are 0. */
  readonly balances: ReadonlyMap<Address, bigint>;
}

/** As `replayShares`, for whatever it ends in. */
export function runShares(
  edges: readonly SharedEdge[],
  inputs: readonly RouteInput[],
  { at, before }: { readonly at: BlockContext; readonly before: Residual },
): Run | null {
  const balances = new Map(inputs.map(({ token, amount }) => [token, amount]));
  const balanceOf = (token: Address): bigint => balances.get(token) ?? 0n;
  const after = new Map<string, PoolState>();
  const now = { get: (id: string) => after.get(id) ?? before.get(id) };
  const hops: Hop[] = [];
  let gas = 0n;
  for (const step of edges) {
    const { edge, shareX64 } = step;
    const left = balanceOf(edge.tokenIn);
    const amountIn = shareX64 === null ? left : (left * shareX64) >> BITS_X64;
    if (amountIn === 0n) return null;
    const state = residualState(edge, now);
    const done = runStep({ ...step, state, amountIn }, { at, balanceOf });
    if (done === null) return null;
    after.set(edge.state.id, done.next);
    for (const { token, amount: spent } of done.spent)
      balances.set(token, balanceOf(token) - spent);
    for (const { token, amount: paid } of done.paid) balances.set(token, balanceOf(token) + paid);
    hops.push(done.hop);
    gas += done.hop.gas;
  }
  return { hops, gas, after, balances };
}
