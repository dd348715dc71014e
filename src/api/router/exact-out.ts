import { max } from "../../lib/math.ts";
import { atOnce, type Steps } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "./attempt.ts";
import { bestValues } from "./engine/prices.ts";
import { problemOf } from "./engine/request-problem.ts";
import { routeSteps } from "./find-route.ts";
import { type Replay, replayShares } from "./flow.ts";
import { isHeldBack } from "./gas-limit.ts";
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
/** Searches at most by which the smallest input is settled; two to four are usual. */
const MAX_SETTLING = 8;
/** The same where it is not settled to `SETTLED_PART` by then, as where a further leg pays. */
const MAX_BISECTING = 24;
/** Part of the input to which it is settled at least, one basis point. */
const SETTLED_PART = 10_000n;
/** Amounts refused at most, each of which takes many searches: one is usual. */
const MAX_REFUSALS = 3;
/**
 * What is missing is not looked for where it takes this many times, as a power of two, what was
 * given so far: the pools are all but empty.
 */
const HOPELESS_BITS = 8n;
/** Units from which whole units do not decide what more of an amount pays. */
const LARGE = 10n ** 4n;
const FREE: GasPrice = { numerator: 0n, denominator: 1n };
/**
 * The first search aims above the secant by its 2^20th part, each further one by four times as
 * much.
 */
const AIM_BITS = 20n;

/** What `exactOutSteps` gives, at once. */
export function findRouteExactOut(...asked: Parameters<typeof exactOutSteps>): ExactOutResult {
  return atOnce(exactOutSteps(...asked));
}

/**
 * The smallest input whose route pays at least `amountOut`, and that route, which is the one that
 * `findRoute` finds for the input.
 *
 * What the best routes pay is a concave function of the input but for gas, so its secants lead to
 * the input from below. Where gas lets a larger input pay less, as in trades worth less than their
 * gas, it is left out. The input of the first plan found that pays enough is lowered as far as its
 * exact replay still does: to the unit, as a replay pays no less for more. That holds hop by hop:
 * of a larger balance no edge gets less, neither the part floor(left * share) nor the rest, no
 * exact quote pays less for more, and no pool is used twice. Then the input's own route is
 * searched, and the input lowered or raised until one unit less is known to pay less, or the
 * searches are used up.
 */
export function* exactOutSteps(
  snapshot: Snapshot,
  request: ExactOutRequest,
  gasPrice: GasPrice,
): Steps<ExactOutResult> {
  let result = yield* followSecants(snapshot, request, gasPrice);
  if (isNear(result, request) && gasPrice.numerator > 0n) {
    result = yield* followSecants(snapshot, request, FREE);
  }
  if (!result.ok) return result;
  return { ok: true, route: yield* settled(snapshot, { request, gasPrice }, result.route) };
}

/** Whether what was found pays so much that saving no gas may make it enough. */
function isNear(result: ExactOutResult, { amountOut }: ExactOutRequest): boolean {
  return !result.ok && "maxAmountOut" in result && result.maxAmountOut * 8n >= amountOut * 7n;
}

/** The route of the smallest input that pays enough, sought from a plan that does. */
function* settled(
  snapshot: Snapshot,
  { request, gasPrice }: { readonly request: ExactOutRequest; readonly gasPrice: GasPrice },
  plan: Route,
): Steps<Route> {
  const { amountOut: wanted, ...rest } = request;
  let best: Route | null = null;
  /** The largest input known to pay less. */
  let short = 0n;
  let amountIn = plan.amountIn;
  let step = 1n;
  const isSettled = () =>
    best === null ||
    // Each search takes long there, and what is paid jumps back and forth.
    isHeldBack(snapshot.chainId, request, best) ||
    (best.amountIn - short) * SETTLED_PART <= best.amountIn;
  for (let search = 0; search < (isSettled() ? MAX_SETTLING : MAX_BISECTING); search++) {
    yield;
    const found = yield* routeSteps(snapshot, { ...rest, amountIn }, gasPrice);
    const isEnough = found.ok && found.route.amountOut >= wanted;
    if (isEnough) {
      best = found.route;
      const lower = lowered(snapshot, request, best).amountIn;
      if (lower < amountIn) amountIn = lower;
      else {
        amountIn -= step;
        // Where a unit less still pays, by another plan, a basis point less may too.
        step = max(step * 8n, amountIn / SETTLED_PART);
      }
    } else {
      short = amountIn;
      step = 1n;
    }
    if (best !== null) {
      if (best.amountIn - short <= 1n) return best;
      if (amountIn <= short) amountIn = (best.amountIn + short) / 2n;
      continue;
    }
    const paid = found.ok ? found.route.amountOut : 0n;
    const missing = paid > 0n ? ((wanted - paid) * amountIn) / paid : amountIn >> 10n;
    // Twice what is missing at the price so far, and more each time.
    amountIn += ((missing + 1n) << BigInt(search)) * 2n;
  }
  return best ?? plan;
}

function* followSecants(
  snapshot: Snapshot,
  request: ExactOutRequest,
  gasPrice: GasPrice,
): Steps<ExactOutResult> {
  const { amountOut: wanted, ...rest } = request;
  let amountIn = leastInput(snapshot, request);
  let below = { amountIn: 0n, amountOut: 0n };
  let refused = 0;
  for (let search = 0; search < MAX_SEARCHES; search++) {
    yield;
    const found = yield* routeSteps(snapshot, { ...rest, amountIn }, gasPrice);
    if (!found.ok) {
      const limit = limitOf(found, amountIn);
      if (limit === null) return found;
      if (limit < amountIn) refused += 1;
      if (limit <= below.amountIn || refused > MAX_REFUSALS) return insufficient(below.amountOut);
      amountIn = limit;
      continue;
    }
    const { route } = found;
    if (route.amountOut >= wanted) return { ok: true, route: lowered(snapshot, request, route) };
    // As answers grow with the amount, none pays more than that of the largest.
    if (refused > 0) return insufficient(route.amountOut);
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
    const isHopeless = ahead > amountIn << HOPELESS_BITS && route.amountOut >= LARGE;
    if (search > 0 && isHopeless) return insufficient(route.amountOut);
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
