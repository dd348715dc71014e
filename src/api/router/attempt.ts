import type { Address } from "viem";
import type { Steps } from "../../lib/steps.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import type { ExactGas } from "./engine/gas-correction.ts";
import type { Plan } from "./engine/recovery.ts";
import { problemOf, type RequestProblem } from "./engine/request-problem.ts";
import { outputBound, restBound } from "./engine/rest-bound.ts";
import { type Outline, outline } from "./engine/solve.ts";
import { type Flow, type Replay, replayFlow, replayShares } from "./flow.ts";
import { routeGasLimit } from "./gas-limit.ts";
import { limitedPaths } from "./limited-paths.ts";
import { planFlow } from "./plan-flow.ts";
import { residualState } from "./residual.ts";
import { MAX_ALTERNATIVES, type RouteRequest } from "./route.ts";
import { exactGraph, type Path } from "./search.ts";
import type { SearchSpace } from "./space.ts";

/** Plans of about the same worth that are replayed exactly. */
const MAX_REPLAYED = 4;
/** Legs of those together; one plan is replayed whatever it has. */
const MAX_REPLAYED_LEGS = 128;
/** Part of the output within which exact integers have to choose. */
const ALIKE = 1e-6;
/** Plans that are replayed while those before fall short of what floats say of the next. */
const MAX_TRIED = 12;
/** Part by which they may. */
const FLOAT_LOSS = 1e-5;
/** Plans that are replayed while none of them can be executed. */
const MAX_FAILED = 64;
/** Part of the gas limit that plans by floats may need: exact amounts may cross one tick more. */
export const GAS_MARGIN = 0.985;
/**
 * Part of its output by which a plan may miss the bound for no path to be looked for that rounds
 * less: less than a unit, where there are as few units of what is paid.
 */
const ROUNDED = 1e-6;
/** Units below which paths are compared by exact quotes too: one is 0.01 bp. */
const TINY = 10n ** 6n;

/**
 * What a unit of gas costs, in the smallest unit of tokenOut: numerator / denominator. Zero when
 * tokenOut has no price.
 */
export interface GasPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** What the data of a hop costs besides its gas, in units of gas; absent: nothing. */
  readonly hopGas?: bigint;
}

/** What hops cost by their gas and their data, in the smallest unit of tokenOut. */
export function costOf(
  { gas, hops }: { readonly gas: bigint; readonly hops: { readonly length: number } },
  { numerator, denominator, hopGas = 0n }: GasPrice,
): bigint {
  return ((gas + BigInt(hops.length) * hopGas) * numerator) / denominator;
}

/** A plan with what it pays and what it is worth after gas. */
export interface ExactPlan extends Replay {
  readonly net: bigint;
}

/** What the best flow of an amount says, whatever the limits of legs and gas are. */
export interface AttemptOutline extends Pick<Outline, "freeBound" | "inputWorth" | "isLimited"> {
  /** Edges of which the best flow trades all that they take. */
  readonly filled: readonly GraphEdge[];
  /** Looks for the plans, which takes long where they are limited; the same each time. */
  complete(): Steps<Attempt>;
}

/** What the search finds for one amount. */
export interface Attempt extends Omit<AttemptOutline, "complete"> {
  /** Best first; none when the amount cannot be routed. */
  readonly plans: readonly ExactPlan[];
  /** What floats say is worth less, best first, where the request asks for alternatives. */
  readonly others: readonly ExactPlan[];
  /**
   * No flow within the limits pays more after gas, up to the curves' distance from exact quotes;
   * null when prices could not be found.
   */
  readonly upperBound: number | null;
  /** What the best plan's very shares pay for another amount; null where they do not take it. */
  readonly paidFor: (amountIn: bigint) => bigint | null;
}

/** Part of the bound by which a plan misses it that limits of legs or gas force over bad edges. */
const FORCED = 0.1;

/** Whether limits of legs or gas keep a plan far below the best flow. */
export function isForced(found: Pick<Attempt, "isLimited" | "upperBound" | "plans">): boolean {
  const { isLimited, upperBound, plans } = found;
  if (!isLimited || upperBound === null) return false;
  return Number(plans[0]?.amountOut ?? 0n) < (1 - FORCED) * upperBound;
}

/** What a search needs besides the request. */
export interface Terms {
  readonly space: SearchSpace;
  readonly gasPrice: GasPrice;
}

/** Searches by floats, and replays the best plans exactly once they are asked for. */
export function* attempt(
  snapshot: Snapshot,
  request: RouteRequest,
  terms: Terms,
): Steps<AttemptOutline> {
  const { space, gasPrice } = terms;
  const { amountIn } = request;
  const maxGas = routeGasLimit(snapshot.chainId, request);
  const { flowOf, asked, filled, solution } = yield* search(snapshot, request, terms);
  const { freeBound, inputWorth, isLimited } = solution;
  const found = { freeBound, inputWorth, isLimited, filled };
  const replayed = (flow: Flow): ExactPlan | null => {
    const replay = replayFlow(flow, request, space);
    if (replay === null || replay.gas > maxGas) return null;
    return { ...replay, net: replay.amountOut - costOf(replay, gasPrice) };
  };
  let known: Attempt | null = null;
  return {
    ...found,
    *complete() {
      if (known !== null) return known;
      const { plans, upperBound } = yield* solution.complete();
      const replay = (plan: Plan) => replayed(flowOf(plan));
      const beside = request.alternatives === true ? MAX_ALTERNATIVES : 0;
      const planned = replayBest(plans, replay, beside);
      // Where rounding to whole units outweighs prices, exact integers have to choose.
      const isNear = planned.found.some(
        ({ net, amountOut }) =>
          upperBound !== null && upperBound - Number(net) < ROUNDED * Number(amountOut),
      );
      const isCoarse = (amountIn < TINY && !isNear) || planned.found.length === 0;
      // What a path takes to the unit is more than floats say.
      const isFull = isForced({ isLimited, upperBound, plans: planned.found });
      const on = { ...terms, asked, planned: planned.found };
      const paths = isCoarse || isFull ? yield* pathFlows(snapshot, request, on) : [];
      const exact = paths.map(replayed).filter((plan) => plan !== null);
      const all = [...planned.found, ...exact].sort(byNet);
      const [best] = all;
      const paidFor = (amount: bigint): bigint | null => {
        if (best === undefined) return null;
        const replay = replayShares(best.hops, { ...request, amountIn: amount }, space);
        return replay === null || replay.gas > maxGas ? null : replay.amountOut;
      };
      known = { ...found, plans: all, others: planned.others, upperBound, paidFor };
      return known;
    },
  };
}

/** Whether the search by floats alone finds a plan for an amount, as `attempt` does. */
export function splitTakes(
  snapshot: Snapshot,
  request: RouteRequest,
  terms: Terms,
): (amountIn: bigint) => Steps<boolean> {
  const maxGas = routeGasLimit(snapshot.chainId, request);
  return function* takes(amountIn) {
    const asked = { ...request, amountIn };
    const { solution, flowOf } = yield* search(snapshot, asked, terms);
    const replayed = (plan: Plan): { readonly net: bigint } | null => {
      const replay = replayFlow(flowOf(plan), asked, terms.space);
      return replay === null || replay.gas > maxGas ? null : { net: replay.amountOut };
    };
    return replayBest((yield* solution.complete()).plans, replayed).found.length > 0;
  };
}

function* search(snapshot: Snapshot, request: RouteRequest, { space, gasPrice }: Terms) {
  const { amountIn, maxLegs = Number.POSITIVE_INFINITY } = request;
  const found = problemOf(snapshot, space, {
    amountIn: Number(amountIn),
    gasPrice: Number(gasPrice.numerator) / Number(gasPrice.denominator),
    hopGas: Number(gasPrice.hopGas ?? 0n),
  });
  const maxGas = Number(routeGasLimit(snapshot.chainId, request)) * GAS_MARGIN;
  const exactGas = exactGasOf(found.edges, space);
  const limits = { maxLegs, maxGas, maxHops: space.maxHops, exactGas };
  yield;
  const solution = yield* outline(found.problem, limits);
  return {
    solution,
    asked: found,
    filled: solution.filled.flatMap((e) => found.edges[e] ?? []),
    flowOf: (plan: Plan) => planFlow(found, space, plan),
  };
}

/** Gas of exact quotes of a problem's edges, by number. */
export function exactGasOf(
  edges: readonly (GraphEdge | undefined)[],
  { before, at }: Pick<SearchSpace, "before" | "at">,
): ExactGas {
  return (e, amount) => {
    const edge = edges[e];
    if (edge === undefined || !(amount >= 1)) return null;
    const quote = edge.protocol.quote(
      residualState(edge, before),
      edge,
      BigInt(Math.floor(amount)),
      at,
    );
    return quote.ok ? Number(quote.gas) : null;
  };
}

/**
 * Plans by exact amounts, each set of edges once: those of which exact integers have to choose the
 * best one, and so many of the next.
 */
function replayBest<T extends { readonly net: bigint }>(
  plans: readonly Plan[],
  replay: (plan: Plan) => T | null,
  alternatives = 0,
): { readonly found: readonly T[]; readonly others: readonly T[] } {
  const found: T[] = [];
  const others: T[] = [];
  const seen = new Set<string>();
  let legs = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const plan of plans) {
    const key = [...plan.edges].sort((a, b) => a - b).join();
    if (seen.has(key)) continue;
    const isFew = seen.size < MAX_REPLAYED && legs <= MAX_REPLAYED_LEGS;
    const isAlike = isFew && plan.net >= best - ALIKE * plan.amountOut;
    const fallsShort = seen.size < MAX_TRIED && best < plan.net - FLOAT_LOSS * plan.amountOut;
    const isDecided = found.length > 0 && !isAlike && !fallsShort;
    if (isDecided && others.length >= alternatives) break;
    if (seen.size >= MAX_FAILED) break;
    seen.add(key);
    legs += plan.edges.length;
    const exact = replay(plan);
    if (exact === null) continue;
    (isDecided ? others : found).push(exact);
    if (!isDecided) best = Math.max(best, Number(exact.net));
  }
  return { found, others };
}

/** The best single paths by exact quotes, of those that may be worth more than what is planned. */
function* pathFlows(
  snapshot: Snapshot,
  request: RouteRequest,
  terms: Terms & { readonly asked: RequestProblem; readonly planned: readonly ExactPlan[] },
): Steps<readonly Flow[]> {
  const { space, gasPrice, asked, planned } = terms;
  const known = Math.max(...planned.map(({ net }) => Number(net)));
  const bound = restBound(asked);
  const isHopeless = (token: Address, amount: bigint, gas: bigint): boolean =>
    bound(token, amount, gas) < known;
  const score = (path: Path): bigint =>
    path.amountOut - costOf({ gas: path.gas, hops: path.edges }, gasPrice);
  const on = { score, isHopeless, mostOf: outputBound(asked) };
  const { search } = limitedPaths(snapshot, request, exactGraph(snapshot, space));
  const paths = yield* search(request.amountIn, on);
  return paths.slice(0, MAX_REPLAYED).map((path) => path.edges.map((edge) => [edge, 1n] as const));
}

function byNet(a: ExactPlan, b: ExactPlan): number {
  if (a.net !== b.net) return a.net > b.net ? -1 : 1;
  return a.hops.length - b.hops.length;
}
