import type { Address } from "viem";
import type { Steps } from "../../lib/steps.ts";
import { edgeKey, type GraphEdge, type Snapshot } from "../graph/snapshot.ts";
import { findFlow, type GasPrice } from "./find-flow.ts";
import { type Flow, type Replay, replayFlow } from "./flow.ts";
import { isHeldBack, routeGasLimit } from "./gas-limit.ts";
import { asJoint, netOf } from "./merging.ts";
import type {
  JointRoute,
  Route,
  RouteFailure,
  RouteInput,
  RouteRequest,
  RouteResult,
} from "./route.ts";
import { legsOf } from "./wrapping.ts";

/** Parts of a token's largest edge below which another one is left out, if it has to be. */
const DUST = 2n ** 30n;

/** A request to sell several tokens for one, in one flow. */
export interface JointRequest extends Omit<RouteRequest, "tokenIn" | "amountIn"> {
  /** One to five; no token twice, none tokenOut. */
  readonly inputs: readonly RouteInput[];
}

export type JointRouteResult =
  | { readonly ok: true; readonly route: JointRoute }
  /** `request`: the one that has no route. */
  | { readonly ok: false; readonly failure: RouteFailure; readonly request: RouteRequest };

/**
 * A flow of edges from several tokens to one; of one token exactly what `findFlow` finds.
 *
 * The inputs are routed one after the other, each on the pools as those before leave them, and
 * merged to one flow that is replayed exactly. A few orders are tried, the most valuable input
 * first before others, and the one that pays most after gas is kept. It proves nothing about other
 * routes, so there is no certificate.
 */
export function* findJointFlow(
  snapshot: Snapshot,
  request: JointRequest,
  gasPrice: GasPrice,
): Steps<JointRouteResult> {
  const { inputs, ...terms } = request;
  const [only, second] = inputs;
  if (only === undefined) throw new Error("no input to route");
  if (second === undefined) {
    const asked = requestOf(only, terms);
    const result = yield* findFlow(snapshot, asked, gasPrice);
    return result.ok
      ? { ok: true, route: asJoint(result.route) }
      : { ok: false, failure: result, request: asked };
  }
  const limits = restOf(snapshot, request, { replay: null, inputs: inputs.length });
  const alone = new Map<RouteInput, Route>();
  for (const input of inputs) {
    const asked = requestOf(input, { ...terms, ...limits });
    const result = yield* findFlow(snapshot, asked, gasPrice);
    yield;
    if (!result.ok) return { ok: false, failure: result, request: asked };
    alone.set(input, result.route);
  }
  const falling = [...alone].sort(([, a], [, b]) => byOutput(b, a)).map(([input]) => input);
  const merge = { snapshot, request, gasPrice, alone };
  const beside = sideBySide(merge);
  const results: Merged[] = [];
  if (beside !== null) results.push({ ok: true, replay: beside });
  else for (const order of ordersOf(falling)) results.push(yield* mergeInOrder(merge, order));
  const worth = (replay: Replay): bigint => netOf(replay, gasPrice);
  const replays = results.flatMap((result) => (result.ok ? [result.replay] : []));
  const [best] = replays.sort((a, b) => Number(worth(b) > worth(a)) - Number(worth(a) > worth(b)));
  if (best !== undefined) {
    const { tokenOut } = request;
    return { ok: true, route: { ...best, inputs, tokenOut, certificate: null, alternatives: [] } };
  }
  const [failed] = results.flatMap((result) => (result.ok ? [] : [result]));
  if (failed === undefined) throw new Error("neither a route nor a failure");
  return failed;
}

function requestOf(
  { token: tokenIn, amount: amountIn }: RouteInput,
  terms: Omit<RouteRequest, "tokenIn" | "amountIn">,
): RouteRequest {
  return { ...terms, tokenIn, amountIn };
}

function byOutput(a: Route, b: Route): number {
  if (a.amountOut !== b.amountOut) return a.amountOut < b.amountOut ? -1 : 1;
  return 0;
}

/** The orders that are tried: falling, rising, and of three or more the second one first. */
function ordersOf(falling: readonly RouteInput[]): readonly (readonly RouteInput[])[] {
  const [first, second, ...others] = falling;
  const rising = [...falling].reverse();
  if (first === undefined || second === undefined || others.length === 0) return [falling, rising];
  return [falling, rising, [second, first, ...others]];
}

type Merged =
  | { readonly ok: true; readonly replay: Replay }
  | Extract<JointRouteResult, { readonly ok: false }>;

/** What the orders of one request have in common. */
interface Merge {
  readonly snapshot: Snapshot;
  readonly request: JointRequest;
  readonly gasPrice: GasPrice;
  /** The routes of the inputs by themselves. */
  readonly alone: ReadonlyMap<RouteInput, Route>;
}

/**
 * The inputs' routes by themselves as one flow; null where they meet in a pool, so that what each
 * leaves matters to the others, or where limits do.
 */
function sideBySide(on: Merge): Replay | null {
  const routes = [...on.alone.values()];
  const pools = routes.map(({ after }) => [...after.keys()]);
  const isMet = new Set(pools.flat()).size < pools.flat().length;
  const { snapshot, request } = on;
  const own = restOf(snapshot, request, { replay: null, inputs: routes.length });
  if (isMet || routes.some((route) => isHeldBack(snapshot.chainId, own, route))) return null;
  const flow = routes.reduce((sum: Flow, route) => mergedFlows(sum, route.hops), []);
  return replayed(on, on.request.inputs, flow);
}

/** Routes inputs in an order, each merged into the flow of those before it. */
function* mergeInOrder(on: Merge, order: readonly RouteInput[]): Steps<Merged> {
  const { snapshot, request, gasPrice } = on;
  const { inputs: _, ...terms } = request;
  let replay: Replay | null = null;
  for (const [at, input] of order.entries()) {
    const rest = restOf(snapshot, request, { replay, inputs: order.length - at });
    const asked = requestOf(input, { ...terms, ...rest });
    const first = at === 0 ? on.alone.get(input) : undefined;
    const free: RouteResult =
      first === undefined ? yield* findFlow(snapshot, asked, gasPrice) : { ok: true, route: first };
    yield;
    if (!free.ok) return { ok: false, failure: free, request: asked };
    const inputs = order.slice(0, at + 1);
    const joined: Replay | null = yield* join(on, { inputs, replay, asked }, free.route);
    if (joined === null) {
      return { ok: false, failure: { ok: false, reason: "no-route" }, request: asked };
    }
    replay = joined;
  }
  if (replay === null) throw new Error("no input to route");
  return { ok: true, replay };
}

/**
 * A flow and the route of a further input as one. Where they close a circle, the input is routed
 * once more without what closes it.
 */
function* join(
  on: Merge,
  to: {
    /** The further one is the last. */
    readonly inputs: readonly RouteInput[];
    readonly replay: Replay | null;
    readonly asked: RouteRequest;
  },
  route: Route,
): Steps<Replay | null> {
  const { snapshot, request, gasPrice } = on;
  const { inputs, replay, asked } = to;
  const joined = (other: Route): Replay | null => {
    const flow = merged(replay, other);
    return replayed(on, inputs, flow) ?? replayed(on, inputs, withoutDust(inputs, flow, DUST));
  };
  const free = joined(route);
  if (free !== null || replay === null) return free;
  for (const restricted of following(snapshot, request.tokenOut, replay)) {
    yield;
    const found = yield* findFlow(restricted(), asked, gasPrice);
    const detour = found.ok ? joined(found.route) : null;
    if (detour !== null) return detour;
  }
  // Of a few units even halves round to nothing.
  return replayed(on, inputs, withoutDust(inputs, merged(replay, route), 1n));
}

/** What is left of the limits for each of `inputs` further inputs, and the pools they find. */
function restOf(
  snapshot: Snapshot,
  request: JointRequest,
  { replay, inputs }: { readonly replay: Replay | null; readonly inputs: number },
): Pick<RouteRequest, "maxLegs" | "maxGas" | "before"> {
  const { maxLegs, before } = request;
  const gas = routeGasLimit(snapshot.chainId, request) - (replay?.gas ?? 0n);
  const legs = maxLegs === undefined ? undefined : maxLegs - legsOf(snapshot, replay?.hops ?? []);
  return {
    maxLegs: legs === undefined ? undefined : Math.max(1, Math.floor(legs / inputs)),
    maxGas: gas / BigInt(inputs),
    before: new Map([...(before ?? []), ...(replay?.after ?? [])]),
  };
}

/** The flow so far and a further route as one. */
function merged(replay: Replay | null, route: Route): Flow {
  const flow = (replay?.hops ?? []).map(({ edge, amountIn }) => [edge, amountIn] as const);
  return mergedFlows(flow, route.hops);
}

function mergedFlows(flow: Flow, hops: Route["hops"]): Flow {
  const parts = new Map(flow.map((part) => [edgeKey(part[0]), part]));
  for (const { edge, amountIn } of hops) {
    const key = edgeKey(edge);
    parts.set(key, [edge, (parts.get(key)?.[1] ?? 0n) + amountIn]);
  }
  return [...parts.values()];
}

/** A flow replayed from inputs; null where it has a circle, or breaks a limit. */
function replayed(
  { snapshot, request }: Merge,
  inputs: readonly RouteInput[],
  flow: Flow,
): Replay | null {
  const [first, ...more] = inputs;
  if (first === undefined) return null;
  const ends = { tokenIn: first.token, amountIn: first.amount, tokenOut: request.tokenOut, more };
  const replay = replayFlow(flow, ends, { at: snapshot.next, before: request.before ?? new Map() });
  if (replay === null || replay.gas > routeGasLimit(snapshot.chainId, request)) return null;
  return legsOf(snapshot, replay.hops) > (request.maxLegs ?? replay.hops.length) ? null : replay;
}

/**
 * A flow without edges that take less than a part of their token's largest, which takes that too:
 * beside large amounts of the other inputs they may round to nothing.
 */
function withoutDust(inputs: readonly RouteInput[], flow: Flow, part: bigint): Flow {
  const largest = new Map<Address, bigint>();
  for (const [{ tokenIn }, amount] of flow) {
    if (amount > (largest.get(tokenIn) ?? 0n)) largest.set(tokenIn, amount);
  }
  let kept = flow.filter(([{ tokenIn }, amount]) => amount * part >= (largest.get(tokenIn) ?? 0n));
  for (let before = 0; before !== kept.length; ) {
    before = kept.length;
    const reached = new Set(kept.map(([{ tokenOut }]) => tokenOut));
    for (const { token } of inputs) reached.add(token);
    kept = kept.filter(([{ tokenIn }]) => reached.has(tokenIn));
  }
  return kept;
}

/**
 * The snapshot without what closes a circle with a flow: a route that reaches one of its tokens
 * goes on from there to later ones alone. Twice: where only what leads back counts as earlier,
 * which leaves more but may still close one with several detours; and by one order of all tokens.
 */
function following(
  snapshot: Snapshot,
  tokenOut: Address,
  { hops }: Replay,
): readonly (() => Snapshot)[] {
  const places = new Map<Address, number>();
  for (const { edge } of hops) if (!places.has(edge.tokenIn)) places.set(edge.tokenIn, places.size);
  places.set(tokenOut, places.size);
  const behind = new Map<Address, Set<Address>>();
  for (const { edge } of [...hops].reverse()) {
    const reached = behind.get(edge.tokenIn) ?? new Set();
    behind.set(edge.tokenIn, reached.add(edge.tokenOut));
    for (const token of behind.get(edge.tokenOut) ?? []) reached.add(token);
  }
  const isAhead = ({ tokenIn, tokenOut }: GraphEdge): boolean =>
    places.has(tokenOut) && behind.get(tokenOut)?.has(tokenIn) !== true;
  const isLater = ({ tokenIn, tokenOut }: GraphEdge): boolean =>
    (places.get(tokenOut) ?? -1) > (places.get(tokenIn) ?? 0);
  return [isAhead, isLater].map((passes) => () => {
    const allows = (edge: GraphEdge): boolean => !places.has(edge.tokenIn) || passes(edge);
    const own = [...places.keys()].map(
      (token) => [token, snapshot.edges.get(token)?.filter(allows)] as const,
    );
    return {
      ...snapshot,
      edges: snapshot.edges.with(new Map(own)),
      edgesInto: { get: (token) => snapshot.edgesInto.get(token)?.filter(allows) },
      // A set of its own, so that no market of the whole snapshot is made from this one's.
      connectors: new Set(snapshot.connectors),
    };
  });
}
