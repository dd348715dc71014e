import type { Steps } from "../../lib/steps.ts";
import type { QuoteFailure } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { type LimitedPaths, limitedPaths } from "./limited-paths.ts";
import { type FindTakers, largerAmountIn, largestAmountIn, smallestAmountIn } from "./limits.ts";
import { residualState } from "./residual.ts";
import type { RouteFailure, RouteRequest } from "./route.ts";
import { type ExactGraph, exactGraph, type Path, searchPaths } from "./search.ts";
import type { SearchSpace } from "./space.ts";

/**
 * Tells apart why nothing takes the amount: it pays nothing (too small), or the pools cannot take
 * it (too large), or what issues or redeems the ends of the route refuses.
 *
 * @param splits Whether the search finds a plan of several paths for an amount.
 */
export function* explainFailure(
  snapshot: Snapshot,
  request: RouteRequest,
  on: {
    readonly space: SearchSpace;
    readonly splits: (amountIn: bigint) => Steps<boolean>;
  },
): Steps<RouteFailure> {
  const whole = exactGraph(snapshot, on.space);
  if (!whole.distance.has(request.tokenIn)) return { ok: false, reason: "no-route" };
  const takersOf = takersWithin(limitedPaths(snapshot, request, whole));
  const entries = capacities(whole);
  const refusals = yield* refusalsAtEnds(whole, request);
  const isCapped = refusals.has("cap-exceeded");
  const tooLarge = isCapped ? ("cap-exceeded" as const) : ("insufficient-liquidity" as const);
  const mostByPath = entries.reduce((most, each) => (each > most ? each : most), 0n);
  const above = mostByPath < request.amountIn ? mostByPath + 1n : request.amountIn;
  const byPath = yield* largestAmountIn(above, takersOf);
  if (byPath !== null) {
    // One path takes this much to the unit; several together may take more.
    const together = entries.reduce((sum, each) => sum + each, 0n);
    const most = together < request.amountIn ? together : request.amountIn - 1n;
    const maxAmountIn = yield* largerAmountIn(byPath, most, on.splits);
    return { ok: false, reason: tooLarge, maxAmountIn };
  }
  const minAmountIn = yield* smallestAmountIn(request.amountIn, mostByPath, takersOf);
  if (minAmountIn !== null) return { ok: false, reason: "amount-too-small", minAmountIn };
  const paused = refusals.get("paused");
  if (paused !== undefined) return { ok: false, reason: "paused", slug: paused };
  if (isCapped || refusals.has("insufficient-liquidity")) {
    return { ok: false, reason: tooLarge, maxAmountIn: 0n };
  }
  return { ok: false, reason: "no-route" };
}

/** The paths that take an amount within a request's limits of legs and gas. */
function takersWithin({ graph, maxGas, search }: LimitedPaths): FindTakers {
  return function* takersOf(amountIn) {
    const paths = yield* search(amountIn, { score: (path) => path.amountOut });
    return paths.map((path) => (other) => takes(path, other, { graph, maxGas }));
  };
}

/** The most that each edge out of tokenIn takes. */
function capacities({ space, edges, distance }: ExactGraph): readonly bigint[] {
  return (edges.get(space.tokenIn) ?? [])
    .filter((edge) => distance.has(edge.tokenOut))
    .map((edge) => edge.protocol.maxIn(residualState(edge, space.before), edge, space.at));
}

/** Whether a path takes an amount, and needs no more gas for it. */
function takes(
  path: Path,
  amountIn: bigint,
  on: { readonly graph: ExactGraph; readonly maxGas: bigint },
): boolean {
  const { space } = on.graph;
  let [amount, gas] = [amountIn, 0n];
  for (const edge of path.edges) {
    const state = residualState(edge, space.before);
    const quote = edge.protocol.quote(state, edge, amount, space.at);
    if (!quote.ok) return false;
    amount = quote.amountOut;
    gas += quote.gas;
  }
  return gas <= on.maxGas;
}

/**
 * Why the edges out of tokenIn and into tokenOut refused the amount, with the protocol of the first
 * that did.
 */
function* refusalsAtEnds(
  graph: ExactGraph,
  request: RouteRequest,
): Steps<ReadonlyMap<QuoteFailure, string>> {
  const refusals = new Map<QuoteFailure, string>();
  yield* searchPaths(graph, request.amountIn, {
    score: (path) => path.amountOut,
    refused(edge, reason) {
      const isEnd = edge.tokenIn === request.tokenIn || edge.tokenOut === request.tokenOut;
      if (isEnd && !refusals.has(reason)) refusals.set(reason, edge.state.slug);
    },
  });
  return refusals;
}
