import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import type { Plan } from "./engine/recovery.ts";
import { problemOf } from "./engine/request-problem.ts";
import { solve } from "./engine/solve.ts";
import { type Flow, type Replay, replayFlow } from "./flow.ts";
import type { RouteRequest } from "./route.ts";
import { exactGraph, type Path, searchPaths } from "./search.ts";
import type { SearchSpace } from "./space.ts";

/**
 * Most gas that a route may need by its hops' estimates, so that with headroom it stays below the
 * most a transaction may have.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
export const MAX_ROUTE_GAS = 11_000_000n;
/** Plans that are replayed exactly; their order by floats is right to a billionth. */
const MAX_REPLAYED = 4;
/** Legs of those together; one plan is replayed whatever it has. */
const MAX_REPLAYED_LEGS = 128;
/** Units below which paths are compared by exact quotes too. */
const TINY = 10n ** 7n;

/**
 * What a unit of gas costs, in the smallest unit of tokenOut: numerator / denominator. Zero when
 * tokenOut has no price.
 */
export interface GasPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A plan with what it pays and what it is worth after gas. */
export interface ExactPlan extends Replay {
  readonly net: bigint;
}

/** What the search finds for one amount. */
export interface Attempt {
  /** Best first; none when the amount cannot be routed. */
  readonly plans: readonly ExactPlan[];
  /**
   * No flow pays more before gas, up to the curves' distance from exact quotes; null when prices
   * could not be found.
   */
  readonly upperBound: number | null;
}

/** Searches by floats and replays the best plans exactly. */
export function attempt(
  snapshot: Snapshot,
  request: RouteRequest,
  { space, gasPrice }: { readonly space: SearchSpace; readonly gasPrice: GasPrice },
): Attempt {
  const { amountIn, maxLegs, maxGas = MAX_ROUTE_GAS } = request;
  const cost = (gas: bigint): bigint => (gas * gasPrice.numerator) / gasPrice.denominator;
  const { problem, edges } = problemOf(snapshot, space, {
    amountIn: Number(amountIn),
    gasPrice: Number(gasPrice.numerator) / Number(gasPrice.denominator),
  });
  const limits = { maxLegs, maxGas: Number(maxGas), maxHops: space.maxHops };
  const { plans, upperBound } = solve(problem, limits);
  const replayed = (flow: Flow): readonly ExactPlan[] => {
    const replay = replayFlow(flow, request, space);
    if (replay === null || replay.gas > maxGas) return [];
    return [{ ...replay, net: replay.amountOut - cost(replay.gas) }];
  };
  const planned = worthReplaying(plans).flatMap((plan) => replayed(planFlow(edges, plan)));
  // Where rounding to whole units outweighs prices, exact integers have to choose.
  const isTiny = amountIn < TINY || planned.length === 0;
  const exact = isTiny ? pathFlows(snapshot, request, { space, cost }).flatMap(replayed) : [];
  return { plans: [...planned, ...exact].sort(byNet), upperBound };
}

/** Whether the search by floats alone finds a plan for an amount, as `attempt` does. */
export function splitTakes(
  snapshot: Snapshot,
  request: RouteRequest,
  { space, gasPrice }: { readonly space: SearchSpace; readonly gasPrice: GasPrice },
): (amountIn: bigint) => boolean {
  const { maxLegs, maxGas = MAX_ROUTE_GAS } = request;
  const { problem, edges } = problemOf(snapshot, space, {
    amountIn: Number(request.amountIn),
    gasPrice: Number(gasPrice.numerator) / Number(gasPrice.denominator),
  });
  const limits = { maxLegs, maxGas: Number(maxGas), maxHops: space.maxHops };
  return (amountIn) => {
    const { plans } = solve({ ...problem, amountIn: Number(amountIn) }, limits);
    return worthReplaying(plans).some((plan) => {
      const replay = replayFlow(planFlow(edges, plan), { ...request, amountIn }, space);
      return replay !== null && replay.gas <= maxGas;
    });
  };
}

/** Whether a single path is one that a route may have. */
export function isWithinLimits(path: Path, request: RouteRequest): boolean {
  return path.edges.length <= request.maxLegs && path.gas <= (request.maxGas ?? MAX_ROUTE_GAS);
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
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return edges.flatMap((e, i) => {
    const edge = graphEdges[e];
    const amount = amounts[i] ?? 0;
    if (edge === undefined) return [];
    // Few units are scaled up, so that rounding does not change the proportions.
    const scaled = largest < Number.MAX_SAFE_INTEGER ? amount * 2 ** 32 : amount;
    return [[edge, BigInt(Math.max(1, Math.round(scaled)))] as const];
  });
}

/** The best single paths by exact quotes. */
function pathFlows(
  snapshot: Snapshot,
  request: RouteRequest,
  { space, cost }: { readonly space: SearchSpace; readonly cost: (gas: bigint) => bigint },
): readonly Flow[] {
  const score = (path: Path): bigint => path.amountOut - cost(path.gas);
  return searchPaths(exactGraph(snapshot, space), request.amountIn, { score })
    .filter((path) => isWithinLimits(path, request))
    .slice(0, MAX_REPLAYED)
    .map((path) => path.edges.map((edge) => [edge, 1n] as const));
}

function byNet(a: ExactPlan, b: ExactPlan): number {
  if (a.net !== b.net) return a.net > b.net ? -1 : 1;
  return a.hops.length - b.hops.length;
}
