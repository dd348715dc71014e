import type { QuoteFailure } from "../../protocols/protocol.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import type { Plan } from "./engine/recovery.ts";
import { problemOf } from "./engine/request-problem.ts";
import { solve } from "./engine/solve.ts";
import { type Flow, type Replay, replayFlow } from "./flow.ts";
import { largestAmountIn, smallestAmountIn } from "./limits.ts";
import type { Alternative, Certificate, RouteRequest, RouteResult } from "./route.ts";
import { type ExactGraph, exactGraph, type Path, searchPaths } from "./search.ts";
import { searchSpace } from "./space.ts";

/**
 * Most gas that a route may need by its hops' estimates, so that with headroom it stays below the most a transaction may have.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
const MAX_ROUTE_GAS = 11_000_000n;
/** Plans that are replayed exactly; their order by floats is right to a billionth. */
const MAX_REPLAYED = 4;
/** Legs of those together; one plan is replayed whatever it has. */
const MAX_REPLAYED_LEGS = 128;
/** Alternatives that a route reports. */
const MAX_ALTERNATIVES = 3;
/** Units below which paths are compared by exact quotes too. */
const TINY = 10n ** 7n;
/** What the float bound may lack for its curves' distance from the exact quotes. */
const BOUND_MARGIN = 1e-9;

/** What a unit of gas costs, in the smallest unit of tokenOut: numerator / denominator. Zero when tokenOut has no price. */
export interface GasPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A plan with what it pays and what it is worth after gas. */
interface Candidate extends Replay {
  readonly net: bigint;
}

/**
 * Best route for a request on a snapshot: the optimum over all hops and splits, less what does not earn its gas, and never less than
 * the best single path.
 *
 * Pure: a function of its arguments alone. The search works with floats; all amounts that leave it are exact, replayed on carried state in
 * the program's arithmetic.
 */
export function findRoute(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): RouteResult {
  const space = searchSpace(snapshot, request);
  const cost = (gas: bigint): bigint => (gas * gasPrice.numerator) / gasPrice.denominator;
  const { maxLegs, maxGas = MAX_ROUTE_GAS } = request;
  const { problem, edges } = problemOf(snapshot, space, {
    amountIn: Number(request.amountIn),
    gasPrice: Number(gasPrice.numerator) / Number(gasPrice.denominator),
  });
  const limits = { maxLegs, maxGas: Number(maxGas), maxHops: space.maxHops };
  const { plans, upperBound } = solve(problem, limits);
  const replayed = (flow: Flow): readonly Candidate[] => {
    const replay = replayFlow(flow, request, space);
    if (replay === null || replay.gas > maxGas) return [];
    return [{ ...replay, net: replay.amountOut - cost(replay.gas) }];
  };
  const planned = worthReplaying(plans).flatMap((plan) => replayed(planFlow(edges, plan)));
  // Where rounding to whole units outweighs prices, exact integers have to choose.
  const isTiny = request.amountIn < TINY || planned.length === 0;
  const exact = isTiny
    ? exactPaths(exactGraph(snapshot, space), request, cost).flatMap(replayed)
    : [];
  const [best, ...others] = [...planned, ...exact].sort(byNet);
  if (best === undefined) return failure(exactGraph(snapshot, space), request);
  return {
    ok: true,
    route: {
      tokenIn: request.tokenIn,
      tokenOut: request.tokenOut,
      amountIn: request.amountIn,
      amountOut: best.amountOut,
      hops: best.hops,
      after: best.after,
      gas: best.gas,
      certificate: certify(best, upperBound),
      alternatives: alternatives(best, others),
    },
  };
}

/** The best plans, as many as may be replayed. */
function worthReplaying(plans: readonly Plan[]): readonly Plan[] {
  let legs = 0;
  return plans.slice(0, MAX_REPLAYED).filter((plan, n) => {
    legs += plan.edges.length;
    return n === 0 || legs <= MAX_REPLAYED_LEGS;
  });
}

/** The plan's amounts as proportions: only how a token is divided matters. */
function planFlow(graphEdges: readonly GraphEdge[], { edges, amounts }: Plan): Flow {
  const flow = new Map<GraphEdge, bigint>();
  const largest = Math.max(...amounts);
  for (const [i, e] of edges.entries()) {
    const edge = graphEdges[e];
    const amount = amounts[i] ?? 0;
    if (edge === undefined) continue;
    // Few units are scaled up, so that rounding does not change the proportions.
    const scaled = largest < Number.MAX_SAFE_INTEGER ? amount * 2 ** 32 : amount;
    flow.set(edge, BigInt(Math.max(1, Math.round(scaled))));
  }
  return flow;
}

function exactPaths(
  graph: ExactGraph,
  request: RouteRequest,
  cost: (gas: bigint) => bigint,
): readonly Flow[] {
  const score = (path: Path): bigint => path.amountOut - cost(path.gas);
  return searchPaths(graph, request.amountIn, { score })
    .filter((path) => isWithinLimits(path, request))
    .slice(0, MAX_REPLAYED)
    .map((path) => new Map(path.edges.map((edge) => [edge, 1n])));
}

function certify({ amountOut }: Candidate, bound: number | null): Certificate | null {
  if (bound === null || amountOut === 0n) return null;
  const upperBound = BigInt(Math.ceil(bound * (1 + BOUND_MARGIN)));
  if (upperBound < amountOut) return { upperBound: amountOut, gapBps: 0 };
  return { upperBound, gapBps: Number(((upperBound - amountOut) * 1_000_000n) / amountOut) / 100 };
}

function isWithinLimits(path: Path, request: RouteRequest): boolean {
  return path.edges.length <= request.maxLegs && path.gas <= (request.maxGas ?? MAX_ROUTE_GAS);
}

function byNet(a: Candidate, b: Candidate): number {
  if (a.net !== b.net) return a.net > b.net ? -1 : 1;
  return a.hops.length - b.hops.length;
}

function poolsOf(candidate: Candidate): readonly string[] {
  return candidate.hops.map((hop) => hop.edge.state.id);
}

function alternatives(best: Candidate, others: readonly Candidate[]): readonly Alternative[] {
  const seen = new Set([poolsOf(best).join()]);
  const found: Alternative[] = [];
  for (const candidate of others) {
    const pools = poolsOf(candidate);
    if (seen.has(pools.join()) || found.length === MAX_ALTERNATIVES) continue;
    seen.add(pools.join());
    found.push({ amountOut: candidate.amountOut, gas: candidate.gas, pools });
  }
  return found;
}

/**
 * Tells apart why no path takes the amount: it pays nothing (too small), or no pool can take it (too large), or what issues or redeems
 * the ends of the route refuses.
 */
function failure(graph: ExactGraph, request: RouteRequest): RouteResult {
  if (!graph.distance.has(request.tokenIn)) return { ok: false, reason: "no-route" };
  const works = (amountIn: bigint): boolean =>
    searchPaths(graph, amountIn, { score: (path) => path.amountOut }).some((path) =>
      isWithinLimits(path, request),
    );
  const refusals = refusalsAtEnds(graph, request);
  const isCapped = refusals.has("cap-exceeded");
  const tooLarge = isCapped ? ("cap-exceeded" as const) : ("insufficient-liquidity" as const);
  const maxAmountIn = largestAmountIn(request.amountIn, works);
  if (maxAmountIn !== null) return { ok: false, reason: tooLarge, maxAmountIn };
  const minAmountIn = smallestAmountIn(request.amountIn, works);
  if (minAmountIn !== null) return { ok: false, reason: "amount-too-small", minAmountIn };
  const paused = refusals.get("paused");
  if (paused !== undefined) return { ok: false, reason: "paused", slug: paused };
  if (isCapped || refusals.has("insufficient-liquidity")) {
    return { ok: false, reason: tooLarge, maxAmountIn: 0n };
  }
  return { ok: false, reason: "no-route" };
}

/** Why the edges out of tokenIn and into tokenOut refused the amount, with the protocol of the first that did. */
function refusalsAtEnds(
  graph: ExactGraph,
  request: RouteRequest,
): ReadonlyMap<QuoteFailure, string> {
  const refusals = new Map<QuoteFailure, string>();
  searchPaths(graph, request.amountIn, {
    score: (path) => path.amountOut,
    refused(edge, reason) {
      const isEnd = edge.tokenIn === request.tokenIn || edge.tokenOut === request.tokenOut;
      if (isEnd && !refusals.has(reason)) refusals.set(reason, edge.state.slug);
    },
  });
  return refusals;
}
