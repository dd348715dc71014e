import type { Address } from "viem";
import type { Steps } from "../../../lib/steps.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { GasPrice } from "../attempt.ts";
import { type Run, runShares, type SharedEdge, sharesOf } from "../flow.ts";
import { isHeldBack, routeGasLimit } from "../gas-limit.ts";
import { paidBy, spentBy } from "../hop-tokens.ts";
import { findJointFlow, type JointRequest } from "../joint-flow.ts";
import { netOf } from "../merging.ts";
import type { Residual } from "../residual.ts";
import type { Hop, JointRoute, RouteInput } from "../route.ts";
import { protocolFilter } from "../space.ts";
import { legsOf } from "../wrapping.ts";
import { entryCanPay, exitCanPay } from "./can-pay.ts";
import { flowAt } from "./division.ts";
import { entryOf, exitOf, type ShareEnd } from "./ends.ts";
import { findEntry } from "./find-entry.ts";
import { searchJointly } from "./joint-search.ts";
import { isProven } from "./share-pool.ts";

/** Hops that a route already has, and where they lead. */
interface Beginning {
  readonly steps: readonly SharedEdge[];
  /** What is held then. */
  readonly inputs: readonly RouteInput[];
  readonly before: Residual;
  readonly gas: bigint;
}

/** What a search of shares finds. */
export interface ShareFound {
  /** The best route; null where none is found. */
  readonly route: JointRoute | null;
  /**
   * No route at all is worth more after gas, also none of edges alone, in the smallest unit of
   * tokenOut; null where nothing is proven.
   */
  readonly bound: number | null;
}

/**
 * The best route that burns a share for all of its tokens, or pays all of them in for one, or both;
 * null where neither end of the request is such a share, or that cannot pay.
 */
export function* findShareRoute(
  snapshot: Snapshot,
  request: JointRequest,
  { gasPrice, flow }: { readonly gasPrice: GasPrice; readonly flow?: JointRoute | undefined },
): Steps<ShareFound | null> {
  const { inputs, before = new Map() } = request;
  const { entry, exit } = payingEnds(snapshot, request, flow);
  if (entry === null && exit === null) return null;
  const whole: Beginning = { steps: [], inputs, before, gas: 0n };
  const burned = exit && burn(snapshot, exit, whole);
  const on = { snapshot, request, gasPrice };
  const sold = burned && exit ? yield* sell(on, burned, exit) : NONE;
  const entered = burned && entry ? yield* enter(on, burned, { entry, exit }) : NONE;
  const direct = entry ? yield* enter(on, whole, { entry, exit: null }) : NONE;
  const all = [sold, entered, direct].flatMap(({ steps }) => steps);
  const routes = all.flatMap((steps) => routeOf(on, steps) ?? []);
  const [first, ...others] = routes;
  // What leaves a share may have to be entered with all of its tokens, and the other way round.
  const of = exit !== null && entry !== null ? entered : exit !== null ? sold : direct;
  const bound = inputs.length > 1 ? null : of.bound;
  if (first === undefined) return { route: null, bound };
  const best = others.reduce(
    (known, route) => (netOf(route, gasPrice) > netOf(known, gasPrice) ? route : known),
    first,
  );
  return { route: best, bound };
}

/** The shares at the ends of a request that may be worth entering or leaving with all tokens. */
function payingEnds(
  snapshot: Snapshot,
  request: JointRequest,
  flow: JointRoute | undefined,
): { readonly entry: ShareEnd | null; readonly exit: ShareEnd | null } {
  const { inputs, tokenOut, ...terms } = request;
  const [only, second] = inputs;
  if (only === undefined) return { entry: null, exit: null };
  const { allows } = protocolFilter(snapshot, request);
  const entry = entryOf(snapshot, tokenOut, allows);
  if (second !== undefined) return { entry, exit: null };
  const exit = exitOf(snapshot, only.token, allows);
  if (flow === undefined || isHeldBack(snapshot.chainId, request, flow)) return { entry, exit };
  const asked = { ...terms, tokenIn: only.token, amountIn: only.amount, tokenOut };
  const found = { request: asked, route: { ...flow, amountIn: only.amount } };
  // From share to share either end changes what the other is worth.
  const canPay =
    (entry !== null && entryCanPay(snapshot, found, entry)) ||
    (exit !== null && exitCanPay(snapshot, found, exit));
  return canPay ? { entry, exit } : { entry: null, exit: null };
}

interface On {
  readonly snapshot: Snapshot;
  readonly request: JointRequest;
  readonly gasPrice: GasPrice;
}

/** Comes to a share and burns it. */
function burn(
  { next: at }: Snapshot,
  { edges, beyond }: ShareEnd,
  { inputs, before }: Beginning,
): Beginning | null {
  const [edge, ...others] = edges;
  if (edge === undefined) return null;
  const beside = others.map(({ tokenOut }) => ({ token: tokenOut, amount: 0n }));
  const steps = [
    ...beyond.map((each) => ({ edge: each, shareX64: null })),
    { edge, shareX64: null, beside },
  ];
  const run = runShares(steps, inputs, { at, before });
  if (run === null) return null;
  const held = [...run.balances].filter(([, amount]) => amount > 0n);
  return {
    steps,
    inputs: held.map(([token, amount]) => ({ token, amount })),
    before: new Map([...before, ...run.after]),
    gas: run.gas,
  };
}

/** Ways to what is wanted, and what is known of all. */
interface Ways {
  readonly steps: readonly (readonly SharedEdge[])[];
  /** No route is worth more after gas; null where nothing is proven. */
  readonly bound: number | null;
}

/** Part of an output by which a route may miss what is proven for no other to be looked for. */
const NEAR = 5e-4;
const NONE: Ways = { steps: [], bound: null };

/** Sells all that is held for what is wanted. */
function* sell({ snapshot, request, gasPrice }: On, begun: Beginning, exit: ShareEnd): Steps<Ways> {
  const { tokenOut } = request;
  const inputs = begun.inputs.filter(({ token }) => token !== tokenOut);
  const rest = restOf(snapshot, request, begun);
  if (inputs.length === 0) return { steps: [begun.steps], bound: null };
  if (rest === null) return NONE;
  const around = [exit.share.token, ...request.inputs.map(({ token }) => token)];
  const asked = { ...request, ...rest, inputs, through: exit.share.tokens, around };
  const kept = begun.inputs.find(({ token }) => token === tokenOut)?.amount ?? 0n;
  const begin = (steps: readonly SharedEdge[]) => [...begun.steps, ...steps];
  const joint =
    inputs.length > 1
      ? yield* searchJointly(snapshot, asked, { entry: null, exit, gasPrice })
      : null;
  const found = (joint?.divisions ?? []).flatMap((division) => {
    const steps = sharesOf(flowAt(division, [1]).flow, { tokenOut });
    return steps === null ? [] : [begin(steps)];
  });
  const behind = joint?.bound ?? null;
  const bound = behind === null ? null : behind + Number(kept) - costOfGas(begun, gasPrice);
  if (found.length > 0 && isNear(snapshot, request, { steps: found, bound, gasPrice })) {
    return { steps: found, bound };
  }
  // One after the other, inputs may take several edges of a pool.
  yield;
  const flow = yield* findJointFlow(snapshot, asked, gasPrice);
  if (!flow.ok) return { steps: found, bound };
  const { hops, certificate } = flow.route;
  const proven = certificate !== null && isProven(snapshot, exit, "outOf");
  const single = proven ? Number(certificate.upperBound + kept) : null;
  // An edge may burn and swap for less gas than a burn and a swap of its own.
  return { steps: [...found, begin(hops)], bound: bound ?? single };
}

/** Whether one of some ways comes near a bound. */
function isNear(
  snapshot: Snapshot,
  { inputs, tokenOut, before = new Map() }: JointRequest,
  { steps, bound, gasPrice }: Ways & { readonly gasPrice: GasPrice },
): boolean {
  if (bound === null) return false;
  return steps.some((way) => {
    const run = runShares(way, inputs, { at: snapshot.next, before });
    const amountOut = run?.balances.get(tokenOut) ?? 0n;
    if (run === null) return false;
    return bound - Number(netOf({ ...run, amountOut }, gasPrice)) < NEAR * Number(amountOut);
  });
}

/** What the gas of a beginning costs, in what is wanted. */
function costOfGas({ gas }: Beginning, { numerator, denominator }: GasPrice): number {
  return (Number(gas) * Number(numerator)) / Number(denominator);
}

/** Pays all tokens of a share in, and goes on from it to what is wanted. */
function* enter(
  { snapshot, request, gasPrice }: On,
  begun: Beginning,
  { entry, exit }: { readonly entry: ShareEnd; readonly exit: ShareEnd | null },
): Steps<Ways> {
  const rest = restOf(snapshot, request, begun);
  if (rest === null) return NONE;
  const { inputs } = begun;
  const isBegun = begun.steps.length > 0;
  const given = isBegun ? request.inputs.map(({ token }) => token) : [];
  const around = [entry.share.token, request.tokenOut, ...given];
  const asked = { ...request, ...rest, inputs, around };
  yield;
  const { steps, bound } = yield* findEntry(snapshot, asked, { entry, exit, gasPrice });
  const last = entry.beyond.map((edge) => ({ edge, shareX64: null }));
  return {
    steps: steps === null ? [] : [[...begun.steps, ...steps, ...last]],
    bound: bound === null ? null : bound - costOfGas(begun, gasPrice),
  };
}

/** What a beginning leaves of the limits; null where that is nothing. */
function restOf(
  snapshot: Snapshot,
  request: JointRequest,
  { steps, before, gas }: Beginning,
): Pick<JointRequest, "maxLegs" | "maxGas" | "before"> | null {
  const maxGas = routeGasLimit(snapshot.chainId, request) - gas;
  const maxLegs =
    request.maxLegs === undefined ? undefined : request.maxLegs - legsOf(snapshot, steps);
  if (maxGas <= 0n || (maxLegs !== undefined && maxLegs < 1)) return null;
  return { maxLegs, maxGas, before };
}

/**
 * The route that steps are; null where one fails, something is left over, or they break a limit.
 */
function routeOf(on: On, steps: readonly SharedEdge[]): JointRoute | null {
  const { snapshot, request } = on;
  const { inputs, tokenOut, before = new Map() } = request;
  const run = runShares(steps, inputs, { at: snapshot.next, before });
  if (run === null || !isSpent(run, tokenOut) || returns(run.hops, tokenOut)) return null;
  const { hops, gas, after, balances } = run;
  if (gas > routeGasLimit(snapshot.chainId, request)) return null;
  if (legsOf(snapshot, hops) > (request.maxLegs ?? hops.length)) return null;
  const amountOut = balances.get(tokenOut) ?? 0n;
  if (amountOut === 0n) return null;
  return {
    ...{ inputs, tokenOut, amountOut, hops, gas, after },
    ...{ certificate: null, alternatives: [] },
  };
}

/** Whether hops come back to a token that others have spent before, or go on from the last one. */
function returns(hops: readonly Hop[], tokenOut: Address): boolean {
  const spent = new Set<Address>();
  return hops.some((hop) => {
    for (const token of spentBy(hop)) spent.add(token);
    return spent.has(tokenOut) || paidBy(hop).some((token) => spent.has(token));
  });
}

/** Whether all that hops had is in the token that is wanted. */
function isSpent({ balances }: Run, tokenOut: JointRequest["tokenOut"]): boolean {
  return [...balances].every(([token, left]) => left === 0n || token === tokenOut);
}
