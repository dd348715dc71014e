import type { Address } from "viem";
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

/** Hops that a route already has, and where they lead. */
interface Beginning {
  readonly steps: readonly SharedEdge[];
  /** What is held then. */
  readonly inputs: readonly RouteInput[];
  readonly before: Residual;
  readonly gas: bigint;
}

/**
 * The best route that burns a share for all of its tokens, or pays all of them in for one, or both;
 * null where neither end of the request is such a share, or no such route is found. It proves
 * nothing about others, so it has no certificate.
 */
export function findShareRoute(
  snapshot: Snapshot,
  request: JointRequest,
  { gasPrice, flow }: { readonly gasPrice: GasPrice; readonly flow?: JointRoute | undefined },
): JointRoute | null {
  const { inputs, before = new Map() } = request;
  const { entry, exit } = payingEnds(snapshot, request, flow);
  const whole: Beginning = { steps: [], inputs, before, gas: 0n };
  const burned = exit && burn(snapshot, exit, whole);
  const on = { snapshot, request, gasPrice };
  const found = [
    ...(burned && exit ? sell(on, burned, exit) : []),
    burned && entry && enter(on, burned, entry),
    entry && enter(on, whole, entry),
  ];
  const routes = found.flatMap((steps) => {
    const route = steps && routeOf(on, steps);
    return route ? [route] : [];
  });
  const [first, ...others] = routes;
  if (first === undefined) return null;
  return others.reduce(
    (best, route) => (netOf(route, gasPrice) > netOf(best, gasPrice) ? route : best),
    first,
  );
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

/** The ways to sell all that is held for what is wanted: all at once, and one after the other. */
function sell(
  { snapshot, request, gasPrice }: On,
  begun: Beginning,
  { share }: ShareEnd,
): readonly (readonly SharedEdge[])[] {
  const { tokenOut } = request;
  const inputs = begun.inputs.filter(({ token }) => token !== tokenOut);
  if (inputs.length === 0) return [begun.steps];
  const rest = restOf(snapshot, request, begun);
  if (rest === null) return [];
  const around = [share.token, ...request.inputs.map(({ token }) => token)];
  const asked = { ...request, ...rest, inputs, through: share.tokens, around };
  const joint = inputs.length > 1 ? sellJointly(snapshot, asked, gasPrice) : [];
  if (joint.length > 0) return joint.map((steps) => [...begun.steps, ...steps]);
  const found = findJointFlow(snapshot, asked, gasPrice);
  return found.ok ? [[...begun.steps, ...found.route.hops]] : [];
}

function sellJointly(
  snapshot: Snapshot,
  request: JointRequest,
  gasPrice: GasPrice,
): readonly (readonly SharedEdge[])[] {
  const found = searchJointly(snapshot, request, { entry: null, gasPrice });
  return (found?.divisions ?? []).flatMap((division) => {
    const steps = sharesOf(flowAt(division, [1]).flow, { tokenOut: request.tokenOut });
    return steps === null ? [] : [steps];
  });
}

/** Pays all tokens of a share in, and goes on from it to what is wanted. */
function enter(
  { snapshot, request, gasPrice }: On,
  begun: Beginning,
  entry: ShareEnd,
): readonly SharedEdge[] | null {
  const rest = restOf(snapshot, request, begun);
  if (rest === null) return null;
  const { inputs } = begun;
  const isBegun = begun.steps.length > 0;
  const given = isBegun ? request.inputs.map(({ token }) => token) : [];
  const around = [entry.share.token, request.tokenOut, ...given];
  const asked = { ...request, ...rest, inputs, around };
  const steps = findEntry(snapshot, asked, { entry, gasPrice });
  const last = entry.beyond.map((edge) => ({ edge, shareX64: null }));
  return steps && [...begun.steps, ...steps, ...last];
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

/** The route that steps are; null where one fails, something is left over, or they break a limit. */
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
