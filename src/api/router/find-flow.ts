import type { Steps } from "../../lib/steps.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import {
  type AttemptOutline,
  attempt,
  type ExactPlan,
  type GasPrice,
  splitTakes,
} from "./attempt.ts";
import { certify } from "./certify.ts";
import { explainFailure } from "./failure.ts";
import { usefulAmountIn } from "./growth.ts";
import { residualState } from "./residual.ts";
import { rewrapRoute } from "./rewrap.ts";
import {
  type Alternative,
  MAX_ALTERNATIVES,
  type RouteRequest,
  type RouteResult,
} from "./route.ts";
import { type SearchSpace, searchSpace } from "./space.ts";

export type { GasPrice } from "./attempt.ts";

/**
 * Parts of the largest amount by which one is larger that fills what stands in the way; so near to
 * it, prices may be off for some of them.
 */
const BEYOND: readonly bigint[] = [1_000n, 10_000n, 100n, 10n];

/**
 * Best flow of edges for a request on a snapshot: the optimum over all hops and splits, less what
 * does not earn its gas, and never less than the best single path.
 *
 * Pure: a function of its arguments alone, that rests between searches. They work with floats; all
 * amounts that leave it are exact, replayed on carried state in the program's arithmetic.
 */
export function* findFlow(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): Steps<RouteResult> {
  const space = searchSpace(snapshot, request);
  const rewrap = rewrapRoute(snapshot, request, space);
  if (rewrap !== null) return { ok: true, route: rewrap };
  const { tokenIn, tokenOut, amountIn } = request;
  const outlines = new Map<bigint, AttemptOutline>();
  const outlineAt = function* at(amount: bigint): Steps<AttemptOutline> {
    const asked = { ...request, amountIn: amount };
    const outline = outlines.get(amount) ?? (yield* attempt(snapshot, asked, { space, gasPrice }));
    outlines.set(amount, outline);
    return outline;
  };
  const found = yield* (yield* outlineAt(amountIn)).complete();
  // Of an amount far beyond it the best flow may fill pools besides.
  function* capStopsAt(most: bigint): Steps<boolean> {
    if (fillsCap(found, space)) return true;
    if (found.isLimited) return false;
    for (const part of BEYOND) {
      yield;
      if (fillsCap(yield* outlineAt(most + most / part + 1n), space)) return true;
    }
    return false;
  }
  const [best, ...others] = found.plans;
  if (best === undefined) {
    const splits = splitTakes(snapshot, request, { space, gasPrice });
    const failure = yield* explainFailure(snapshot, request, { space, splits });
    if (!("maxAmountIn" in failure) || failure.maxAmountIn === 0n) return failure;
    const most = failure.maxAmountIn;
    const maxAmountIn = (yield* usefulAmountIn(most, outlineAt)) ?? most;
    const isCapped = failure.reason === "cap-exceeded" || (yield* capStopsAt(maxAmountIn));
    return { ok: false, reason: isCapped ? "cap-exceeded" : failure.reason, maxAmountIn };
  }
  const maxAmountIn = yield* usefulAmountIn(amountIn, outlineAt);
  if (maxAmountIn !== null) {
    const isCapped = yield* capStopsAt(maxAmountIn);
    const reason = isCapped ? "cap-exceeded" : "insufficient-liquidity";
    return { ok: false, reason, maxAmountIn };
  }
  const { amountOut, hops, after, gas } = best;
  return {
    ok: true,
    route: {
      ...{ tokenIn, tokenOut, amountIn, amountOut, hops, after, gas },
      certificate: certify(best, best.net, found.upperBound),
      alternatives: alternatives(best, [...others, ...found.others]),
    },
  };
}

/** Whether the edges that the best flow fills have caps, so that only these stand in the way. */
function fillsCap(
  { filled }: Pick<AttemptOutline, "filled">,
  { before, at }: SearchSpace,
): boolean {
  const isCapped = filled.map((edge) => {
    const state = residualState(edge, before);
    const more = edge.protocol.maxIn(state, edge, at) + 1n;
    const quote = edge.protocol.quote(state, edge, more, at);
    return !quote.ok && quote.reason === "cap-exceeded";
  });
  return isCapped.length > 0 && !isCapped.includes(false);
}

function poolsOf(plan: ExactPlan): readonly string[] {
  return plan.hops.map((hop) => hop.edge.state.id);
}

function alternatives(best: ExactPlan, others: readonly ExactPlan[]): readonly Alternative[] {
  if (others.length === 0) return [];
  const seen = new Set([poolsOf(best).join()]);
  const found: Alternative[] = [];
  for (const plan of others) {
    const pools = poolsOf(plan);
    if (seen.has(pools.join()) || found.length === MAX_ALTERNATIVES) continue;
    seen.add(pools.join());
    found.push({ amountOut: plan.amountOut, gas: plan.gas, pools });
  }
  return found;
}
