import type { Address } from "viem";
import type { GraphEdge, Snapshot } from "../../graph/snapshot.ts";
import { curveOf } from "../engine/curves.ts";
import { bestValues, leastCosts } from "../engine/prices.ts";
import { problemOf, type RequestProblem } from "../engine/request-problem.ts";
import type { Hop, Route, RouteRequest } from "../route.ts";
import { searchSpace } from "../space.ts";
import type { ShareEnd } from "./ends.ts";

/** The best flow of edges for a request. */
export interface FlowFound {
  readonly request: RouteRequest;
  readonly route: Pick<Route, "amountIn" | "amountOut" | "hops" | "after">;
}

/**
 * Whether paying all tokens of a share in may be worth more than a flow that pays in one of them.
 *
 * What enters with one token trades it for the others in the share's own pool. At the prices that
 * this leads to, its marginal rate there and what the one token costs then, another token that
 * costs more elsewhere even by its first unit is not worth buying there: at those prices no other
 * edge gains anything, so that by weak duality nothing does. What it costs is taken too high rather
 * than too low, so that doubt means yes.
 */
export function entryCanPay(snapshot: Snapshot, flow: FlowFound, end: ShareEnd): boolean {
  const { route, request } = flow;
  const paid = atEnd(end, route.hops, ({ edge }) => [edge.tokenIn, edge.tokenOut]);
  if (paid === null) return true;
  const elsewhere = problemBeside(snapshot, request, end);
  const costs = leastCosts(elsewhere.problem, 1);
  const costOf = (token: Address) => costs[elsewhere.numbers.get(token) ?? -1] ?? 0;
  const average = Number(route.amountIn) / Number(sumOf(paid.hops, "amountIn"));
  const own = costOf(paid.token);
  // Of a pool whose product is kept the next unit costs this much; of the deeper others less.
  const cost = own > 0 ? Math.max(average, average ** 2 / own) : Number.POSITIVE_INFINITY;
  return paid.others.some((token) => {
    const other = costOf(token);
    if (other === 0) return false;
    const rate = ownRate(snapshot, flow, { end, from: paid.token, to: token });
    return rate === null || other * rate < cost;
  });
}

/** Whether burning a share for all of its tokens may be worth more than a flow that takes one. */
export function exitCanPay(snapshot: Snapshot, flow: FlowFound, end: ShareEnd): boolean {
  const { route, request } = flow;
  const taken = atEnd(end, route.hops, ({ edge }) => [edge.tokenOut, edge.tokenIn]);
  if (taken === null) return true;
  const elsewhere = problemBeside(snapshot, request, end);
  const values = bestValues(elsewhere.problem);
  const worthOf = (token: Address) => values[elsewhere.numbers.get(token) ?? -1] ?? 0;
  const average = Number(route.amountOut) / Number(sumOf(taken.hops, "amountOut"));
  const own = worthOf(taken.token);
  const value = own > 0 ? Math.min(average, average ** 2 / own) : 0;
  return taken.others.some((token) => {
    const other = worthOf(token);
    if (other === 0) return false;
    const rate = ownRate(snapshot, flow, { end, from: token, to: taken.token });
    return rate === null || other > rate * value;
  });
}

/** How a flow enters or leaves a share: by hops of one of its tokens. */
interface AtEnd {
  readonly hops: readonly Hop[];
  readonly token: Address;
  /** Of the share. */
  readonly others: readonly Address[];
}

/** Null where a flow does so with several tokens, or not at all. */
function atEnd(
  { share }: ShareEnd,
  hops: readonly Hop[],
  tokensOf: (hop: Hop) => readonly [token: Address, share: Address],
): AtEnd | null {
  const own = hops.filter((hop) => tokensOf(hop)[1] === share.token && hop.edge.action !== "swap");
  const tokens = new Set(own.map((hop) => tokensOf(hop)[0]));
  const [token] = tokens;
  if (token === undefined || tokens.size > 1) return null;
  return { hops: own, token, others: share.tokens.filter((other) => other !== token) };
}

function sumOf(hops: readonly Hop[], amount: "amountIn" | "amountOut"): bigint {
  return hops.reduce((sum, hop) => sum + hop[amount], 0n);
}

/** A request's problem with all edges of a share's own pool closed. */
function problemBeside(
  snapshot: Snapshot,
  request: RouteRequest,
  { edges: [first] }: ShareEnd,
): RequestProblem {
  const space = searchSpace(snapshot, request);
  const amountIn = Number(request.amountIn);
  const found = problemOf(snapshot, space, { amountIn, gasPrice: 0 });
  const opening = found.problem.opening.map((rate, e) =>
    found.edges[e]?.state.id === first?.state.id ? 0 : rate,
  );
  return { ...found, problem: { ...found.problem, opening } };
}

/**
 * What the next unit brings in the share's pool as a flow leaves it; null: nothing is traded there.
 */
function ownRate(
  snapshot: Snapshot,
  { route }: FlowFound,
  on: { readonly end: ShareEnd; readonly from: Address; readonly to: Address },
): number | null {
  const [first] = on.end.edges;
  const swap = snapshot.edges
    .get(on.from)
    ?.find((edge: GraphEdge) => edge.state.id === first?.state.id && edge.tokenOut === on.to);
  const state = first && route.after.get(first.state.id);
  if (swap === undefined || state === undefined) return null;
  return curveOf(swap, state, snapshot.next).marginal(0);
}
