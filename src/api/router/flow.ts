import type { Address } from "viem";
import type { BlockContext, PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";
import { type Residual, residualState } from "./residual.ts";
import type { Hop } from "./route.ts";

/** How much of a token's balance goes through which edge; amounts need only be in the right proportion. */
export type Flow = ReadonlyMap<GraphEdge, bigint>;

/** Exact result of a flow: hops in execution order and what arrives at tokenOut. */
export interface Replay {
  readonly hops: readonly Hop[];
  readonly amountOut: bigint;
  readonly gas: bigint;
  /** Pools of the flow after it, by id. */
  readonly after: ReadonlyMap<string, PoolState>;
}

const ONE_X64 = 1n << 64n;

/** Edges by the token they start from, in edge order, so that one flow has one order. */
function edgesByToken(edges: Iterable<GraphEdge>): ReadonlyMap<Address, readonly GraphEdge[]> {
  const outgoing = new Map<Address, GraphEdge[]>();
  for (const edge of [...edges].sort((a, b) => a.index - b.index)) {
    const known = outgoing.get(edge.tokenIn);
    if (known === undefined) outgoing.set(edge.tokenIn, [edge]);
    else known.push(edge);
  }
  return outgoing;
}

/** Tokens of a flow, each before those its edges lead to; null when the flow has a cycle. */
function topologicalTokens(
  outgoing: ReadonlyMap<Address, readonly GraphEdge[]>,
): readonly Address[] | null {
  const incoming = new Map<Address, number>([...outgoing.keys()].map((token) => [token, 0]));
  for (const edges of outgoing.values()) {
    for (const { tokenOut } of edges) incoming.set(tokenOut, (incoming.get(tokenOut) ?? 0) + 1);
  }
  const order = [...incoming].filter(([, count]) => count === 0).map(([token]) => token);
  for (const token of order) {
    for (const { tokenOut } of outgoing.get(token) ?? []) {
      const left = (incoming.get(tokenOut) ?? 0) - 1;
      incoming.set(tokenOut, left);
      if (left === 0) order.push(tokenOut);
    }
  }
  return order.length === incoming.size ? order : null;
}

/**
 * Runs a flow with the integers the program uses: shares of what is left as 0.64 fixed-point numbers, rounded down, the last
 * edge of a token taking the rest, and pool state carried from hop to hop. Null when a hop fails or receives nothing.
 */
export function replayFlow(
  flow: Flow,
  request: { readonly tokenIn: Address; readonly tokenOut: Address; readonly amountIn: bigint },
  { at, before }: { readonly at: BlockContext; readonly before: Residual },
): Replay | null {
  const edges = edgesByToken(flow.keys());
  const order = topologicalTokens(edges);
  if (order === null) return null;
  const balances = new Map<Address, bigint>([[request.tokenIn, request.amountIn]]);
  const after = new Map<string, PoolState>();
  const hops: Hop[] = [];
  let gas = 0n;
  for (const token of order) {
    if (token === request.tokenOut) continue;
    const outgoing = edges.get(token) ?? [];
    let planned = outgoing.reduce((sum, edge) => sum + (flow.get(edge) ?? 0n), 0n);
    let left = balances.get(token) ?? 0n;
    for (const [i, edge] of outgoing.entries()) {
      const part = flow.get(edge) ?? 0n;
      const last = i === outgoing.length - 1;
      if (!last && (part === 0n || planned === 0n)) return null;
      const shareX64 = last ? null : (part * ONE_X64) / planned;
      if (shareX64 !== null && shareX64 >= ONE_X64) return null;
      const amountIn = shareX64 === null ? left : (left * shareX64) / ONE_X64;
      if (amountIn === 0n) return null;
      const state = after.get(edge.state.id) ?? residualState(edge, before);
      const quote = edge.protocol.quote(state, edge, amountIn, at);
      if (!quote.ok) return null;
      after.set(edge.state.id, quote.next);
      balances.set(edge.tokenOut, (balances.get(edge.tokenOut) ?? 0n) + quote.amountOut);
      hops.push({ edge, state, shareX64, amountIn, amountOut: quote.amountOut, gas: quote.gas });
      gas += quote.gas;
      left -= amountIn;
      planned -= part;
    }
  }
  return { hops, amountOut: balances.get(request.tokenOut) ?? 0n, gas, after };
}
