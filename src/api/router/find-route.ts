import type { QuoteFailure } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { type Flow, type Replay, replayFlow } from "./flow.ts";
import { largestAmountIn, smallestAmountIn } from "./limits.ts";
import type { Alternative, RouteRequest, RouteResult } from "./route.ts";
import { type Path, type SearchSpace, searchPaths, searchSpace } from "./search.ts";
import { allocate, compatible, tradePath } from "./split.ts";

/** Most paths that a split uses. */
const MAX_PATHS = 6;
/**
 * Most gas that a route may need by its hops' estimates, so that with headroom it stays below the most a transaction may have.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
const MAX_ROUTE_GAS = 11_000_000n;
/** Alternatives that a route reports. */
const MAX_ALTERNATIVES = 3;

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
 * Best route for a request on a snapshot: the best single path, or a split over the best few when that pays more after gas.
 *
 * Pure: a function of its arguments alone. All amounts are exact, replayed on carried state in the program's arithmetic.
 * This engine proves no bound, so `certificate` is null.
 */
export function findRoute(
  snapshot: Snapshot,
  request: RouteRequest,
  gasPrice: GasPrice,
): RouteResult {
  const space = searchSpace(snapshot, request);
  if (!space.distance.has(request.tokenIn)) return { ok: false, reason: "no-route" };
  const cost = (gas: bigint): bigint => (gas * gasPrice.numerator) / gasPrice.denominator;
  const score = (path: Path): bigint => path.amountOut - cost(path.gas);
  const paths = searchPaths(space, request.amountIn, { residual: space.before, score }).filter(
    (path) => isWithinLimits(path, request),
  );
  const singles = paths.slice(0, MAX_ALTERNATIVES + 1).flatMap((path) => {
    const replay = replayFlow(singleFlow(path), request, space);
    return replay === null ? [] : [{ ...replay, net: replay.amountOut - cost(replay.gas) }];
  });
  const splits = splitCandidates(space, request, { score, cost });
  const candidates = [...singles, ...splits]
    .filter((candidate) => candidate.gas <= MAX_ROUTE_GAS)
    .sort(byNet);
  const best = candidates[0];
  if (best === undefined) return failure(space, request);
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
      certificate: null,
      alternatives: alternatives(best, candidates),
    },
  };
}

function isWithinLimits(path: Path, request: RouteRequest): boolean {
  return path.edges.length <= request.maxLegs && path.gas <= MAX_ROUTE_GAS;
}

function byNet(a: Candidate, b: Candidate): number {
  if (a.net !== b.net) return a.net > b.net ? -1 : 1;
  return a.hops.length - b.hops.length;
}

function singleFlow(path: Path): Flow {
  return new Map(path.edges.map((edge) => [edge, 1n]));
}

/** Splits over growing sets of paths, each path found on what the ones before it leave of the pools. */
function splitCandidates(
  space: SearchSpace,
  request: RouteRequest,
  on: { readonly score: (path: Path) => bigint; readonly cost: (gas: bigint) => bigint },
): readonly Candidate[] {
  const chosen: Path[] = [];
  const candidates: Candidate[] = [];
  const residual = new Map(space.before);
  const chunk = request.amountIn / BigInt(MAX_PATHS);
  if (chunk === 0n) return [];
  for (let round = 0; round < 2 * MAX_PATHS && chosen.length < MAX_PATHS; round++) {
    const path = searchPaths(space, chunk, { residual, score: on.score }).find((found) =>
      compatible([...chosen, found]),
    );
    const step = path && tradePath(path, chunk, { residual, at: space.at });
    if (!path || !step) break;
    for (const [id, state] of step.states) residual.set(id, state);
    if (chosen.some((other) => sameEdges(other, path))) continue;
    chosen.push(path);
    if (new Set(chosen.flatMap((used) => used.edges)).size > request.maxLegs) break;
    if (chosen.length === 1) continue;
    const flow = allocate(chosen, request.amountIn, space);
    const replay = flow && replayFlow(flow, request, space);
    if (replay) candidates.push({ ...replay, net: replay.amountOut - on.cost(replay.gas) });
  }
  return candidates;
}

function sameEdges(a: Path, b: Path): boolean {
  return a.edges.length === b.edges.length && a.edges.every((edge, i) => edge === b.edges[i]);
}

function poolsOf(candidate: Candidate): readonly string[] {
  return candidate.hops.map((hop) => hop.edge.state.id);
}

function alternatives(best: Candidate, candidates: readonly Candidate[]): readonly Alternative[] {
  const seen = new Set([poolsOf(best).join()]);
  const others: Alternative[] = [];
  for (const candidate of candidates) {
    const pools = poolsOf(candidate);
    if (seen.has(pools.join()) || others.length === MAX_ALTERNATIVES) continue;
    seen.add(pools.join());
    others.push({ amountOut: candidate.amountOut, gas: candidate.gas, pools });
  }
  return others;
}

/**
 * Tells apart why no path takes the amount: it pays nothing (too small), or no pool can take it (too large), or what issues or redeems
 * the ends of the route refuses.
 */
function failure(space: SearchSpace, request: RouteRequest): RouteResult {
  const works = (amountIn: bigint): boolean =>
    searchPaths(space, amountIn, { residual: space.before, score: (path) => path.amountOut }).some(
      (path) => isWithinLimits(path, request),
    );
  const refusals = refusalsAtEnds(space, request);
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
  space: SearchSpace,
  request: RouteRequest,
): ReadonlyMap<QuoteFailure, string> {
  const refusals = new Map<QuoteFailure, string>();
  searchPaths(space, request.amountIn, {
    residual: space.before,
    score: (path) => path.amountOut,
    refused(edge, reason) {
      const isEnd = edge.tokenIn === request.tokenIn || edge.tokenOut === request.tokenOut;
      if (isEnd && !refusals.has(reason)) refusals.set(reason, edge.state.slug);
    },
  });
  return refusals;
}
