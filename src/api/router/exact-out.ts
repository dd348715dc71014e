import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { bestValues } from "./engine/prices.ts";
import { problemOf } from "./engine/request-problem.ts";
import { findRoute } from "./find-route.ts";
import { type Replay, replayShares } from "./flow.ts";
import type { Route, RouteFailure, RouteRequest } from "./route.ts";
import { searchSpace } from "./space.ts";

/** A request by what it has to pay, in the smallest unit of tokenOut, at least 1. */
export interface ExactOutRequest extends Omit<RouteRequest, "amountIn"> {
  readonly amountOut: bigint;
}

export type ExactOutResult =
  | { readonly ok: true; readonly route: Route }
  /** `maxAmountOut`: the most that a route was found to pay. */
  | {
      readonly ok: false;
      readonly reason: "insufficient-liquidity";
      readonly maxAmountOut: bigint;
    }
  | RouteFailure;

/**
 * Searches at most. Each comes nearer from below by a secant, or beyond; three or four are usual.
 */
const MAX_SEARCHES = 16;
const FREE: GasPrice = { numerator: 0n, denominator: 1n };
/**
 * The first search aims above the secant by its 2^20th part, each further one by four times as
 * much.
 */
const AIM_BITS = 20n;

/**
 * The smallest input of a route that pays at least `amountOut`.
 *
 * What the best routes pay is a concave function of the input but for gas, so its secants lead to
 * the input from below. Where gas lets a larger input pay less, as in trades worth less than their
 * gas, it is left out. The first plan found that pays enough is kept, and its input lowered as far
 * as its exact replay still does: to the unit, as a replay pays no less for more. That holds hop by
 * hop: of a larger balance no edge gets less, neither the part floor(left * share) nor the rest, no
 * exact quote pays less for more, and no pool is used twice.
 */
export function findRouteExactOut(
  snapshot: Snapshot,
  request: ExactOutRequest,
  gasPrice: GasPrice,
): ExactOutResult {
  const result = followSecants(snapshot, request, gasPrice);
  const isShort = !result.ok && result.reason === "insufficient-liquidity";
  return isShort && gasPrice.numerator > 0n ? followSecants(snapshot, request, FREE) : result;
}

function followSecants(
  snapshot: Snapshot,
  request: ExactOutRequest,
  gasPrice: GasPrice,
): ExactOutResult {
  const { amountOut: wanted, ...rest } = request;
  let amountIn = leastInput(snapshot, request);
  let below = { amountIn: 0n, amountOut: 0n };
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const found = findRoute(snapshot, { ...rest, amountIn }, gasPrice);
    if (!found.ok) {
      const limit = limitOf(found, amountIn);
      if (limit === null) return found;
      if (limit <= below.amountIn) return insufficient(below.amountOut);
      amountIn = limit;
      continue;
    }
    const { route } = found;
    if (route.amountOut >= wanted) return { ok: true, route: lowered(snapshot, request, route) };
    const [moreIn, moreOut] = [amountIn - below.amountIn, route.amountOut - below.amountOut];
    if (moreIn <= 0n) return insufficient(route.amountOut);
    // Whole units make stairs of small outputs: a step on which nothing more is paid is doubled.
    if (moreOut <= 0n) {
      amountIn += moreIn;
      continue;
    }
    below = route;
    const bits = AIM_BITS - 2n * BigInt(search);
    const ahead = ((wanted - route.amountOut) * moreIn) / moreOut;
    amountIn += ahead + 1n + (bits > 0n ? ahead >> bits : ahead << -bits);
  }
  return insufficient(below.amountOut);
}

function insufficient(maxAmountOut: bigint): ExactOutResult {
  return { ok: false, reason: "insufficient-liquidity", maxAmountOut };
}

/**
 * An input that pays no more than the amount, if the pools were as deep as their first unit is
 * good.
 */
function leastInput(snapshot: Snapshot, request: ExactOutRequest): bigint {
  const space = searchSpace(snapshot, request);
  const { problem } = problemOf(snapshot, space, { amountIn: 1, gasPrice: 0 });
  const price = bestValues(problem)[problem.source] ?? 0;
  const amountIn = Number(request.amountOut) / price;
  return Number.isFinite(amountIn) && amountIn >= 1 ? BigInt(Math.floor(amountIn)) : 1n;
}

/** The nearest amount that can be routed; null when none can. */
function limitOf(failure: RouteFailure, amountIn: bigint): bigint | null {
  switch (failure.reason) {
    case "amount-too-small":
      return failure.minAmountIn;
    case "insufficient-liquidity":
    case "cap-exceeded":
      return failure.maxAmountIn > 0n && failure.maxAmountIn < amountIn
        ? failure.maxAmountIn
        : null;
    case "no-route":
    case "paused":
      return null;
  }
}

/**
 * The route with the smallest input for which it pays the amount. It proves nothing about other
 * routes, so it has no certificate.
 */
function lowered(snapshot: Snapshot, request: ExactOutRequest, route: Route): Route {
  const { tokenIn, tokenOut, amountOut: wanted } = request;
  const space = searchSpace(snapshot, request);
  const enough = (amountIn: bigint): Replay | null => {
    const replay = replayShares(route.hops, { tokenIn, tokenOut, amountIn }, space);
    return replay !== null && replay.amountOut >= wanted ? replay : null;
  };
  const amountIn = smallest(route, { wanted, enough });
  const replay = enough(amountIn);
  if (replay === null) return { ...route, certificate: null };
  return { ...route, ...replay, amountIn, certificate: null };
}

/** Smallest input that is enough, when a larger one is whenever a smaller one is; `route` is. */
function smallest(
  route: Pick<Route, "amountIn" | "amountOut">,
  on: { readonly wanted: bigint; readonly enough: (amountIn: bigint) => Replay | null },
): bigint {
  let good = route.amountIn;
  // As outputs are concave, a proportional part of the input is still enough, but for rounding.
  const part = (route.amountIn * on.wanted) / route.amountOut + 1n;
  if (part < good && on.enough(part) !== null) good = part;
  let step = 1n;
  while (step < good && on.enough(good - step) !== null) {
    good -= step;
    step *= 2n;
  }
  let bad = step < good ? good - step : 0n;
  while (good - bad > 1n) {
    const middle = (good + bad) / 2n;
    if (on.enough(middle) === null) bad = middle;
    else good = middle;
  }
  return good;
}
