import type { Problem } from "./problem.ts";

/** A chain of edges between two tokens of a plan, through tokens that the plan lacks. */
export interface Walk {
  readonly edges: readonly number[];
  /** What the amount that it was found for gains over it after gas, in target units. */
  readonly gain: number;
  /** Of the tokens in between, in order: token and price. */
  readonly middles: readonly (readonly [token: number, value: number])[];
}

/** Edges of the shortest walk and of the longest; shorter ones are additions of their own. */
const LEAST_HOPS = 3;
const MOST_HOPS = 4;
/** Parts of what passes a token that a walk is sought for. */
const PARTS = [1, 0.25];

/** What reaches the tokens in some number of hops; edge -1 where nothing does. */
interface Layer {
  readonly amount: Float64Array;
  readonly gas: Float64Array;
  readonly edge: Int32Array;
}

/**
 * Walks that gain more than so much at a plan's prices after gas, for parts of what passes each of
 * its tokens. Single edges of a walk promise nothing, as they lead to tokens without a price.
 *
 * @param values Prices of the plan's tokens; 0 of all others.
 * @param on.passing What passes each token in the plan.
 * @param on.used Pools that the plan uses.
 * @param on.least In target units.
 */
export function* promisingWalks(
  problem: Problem,
  values: Float64Array,
  on: {
    readonly passing: Float64Array;
    readonly used: ReadonlySet<number>;
    readonly least: number;
  },
): Iterable<Walk> {
  const { tokenCount, target } = problem;
  const reach = bestReach(problem, values);
  const room = Array.from({ length: MOST_HOPS + 1 }, () => createLayer(tokenCount));
  for (let start = 0; start < tokenCount; start++) {
    const passes = on.passing[start] ?? 0;
    if (start === target || !(passes > 0) || !leadsOn(problem, start, { values, reach })) continue;
    for (const part of PARTS) {
      yield* walksFrom(problem, start, {
        ...{ amount: part * passes, values, reach, room },
        ...{ used: on.used, least: on.least },
      });
    }
  }
}

/**
 * The most that a unit of each token without a price can bring over edges to a token with one, by
 * first units; of tokens with a price that price.
 */
function bestReach({ tokenCount, first, to, opening }: Problem, values: Float64Array) {
  const reach = values.slice();
  for (let hop = 1; hop < MOST_HOPS; hop++) {
    for (let u = 0; u < tokenCount; u++) {
      if ((values[u] ?? 0) > 0) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const value = (opening[e] ?? 0) * (reach[to[e] ?? 0] ?? 0);
        if (value > (reach[u] ?? 0)) reach[u] = value;
      }
    }
  }
  return reach;
}

/** Whether an edge to a token without a price could gain anything. */
function leadsOn(
  { first, to, opening }: Problem,
  start: number,
  { values, reach }: { readonly values: Float64Array; readonly reach: Float64Array },
): boolean {
  const end = first[start + 1] ?? 0;
  for (let e = first[start] ?? 0; e < end; e++) {
    const v = to[e] ?? 0;
    if ((values[v] ?? 0) > 0) continue;
    if ((opening[e] ?? 0) * (reach[v] ?? 0) > (values[start] ?? 0)) return true;
  }
  return false;
}

function* walksFrom(
  problem: Problem,
  start: number,
  on: {
    readonly amount: number;
    readonly least: number;
    readonly values: Float64Array;
    readonly reach: Float64Array;
    readonly used: ReadonlySet<number>;
    /** Memory for layers, which one walk uses after the other. */
    readonly room: readonly Layer[];
  },
): Iterable<Walk> {
  const { tokenCount, source, gasPrice, legPrice } = problem;
  const cost = on.amount * (on.values[start] ?? 0);
  const layers: Layer[] = [];
  for (const [hop, layer] of on.room.entries()) {
    layer.amount.fill(0);
    layer.gas.fill(0);
    layer.edge.fill(-1);
    if (hop === 0) layer.amount[start] = on.amount;
    else fillLayer(problem, layers, { ...on, start, cost }, layer);
    layers.push(layer);
    if (hop < LEAST_HOPS) continue;
    for (let v = 0; v < tokenCount; v++) {
      const layer = layers[hop];
      const value = on.values[v] ?? 0;
      if (!(value > 0) || v === start || v === source || (layer?.edge[v] ?? -1) < 0) continue;
      const charge = (layer?.gas[v] ?? 0) * gasPrice + hop * legPrice;
      const gain = (layer?.amount[v] ?? 0) * value - cost - charge;
      if (gain > on.least) yield traced(problem, layers, { hop, end: v, gain, cost });
    }
  }
}

/** By token what is worth most in one hop more, where that could still gain anything. */
function fillLayer(
  problem: Problem,
  layers: readonly Layer[],
  on: {
    readonly start: number;
    readonly cost: number;
    readonly values: Float64Array;
    readonly reach: Float64Array;
    readonly used: ReadonlySet<number>;
  },
  next: Layer,
): void {
  const { tokenCount, first, to, pool, opening, curves, gasPrice } = problem;
  const { values, reach, used, start, cost } = on;
  const hops = layers.length - 1;
  const now = layers[hops];
  for (let u = 0; u < tokenCount; u++) {
    const amount = now?.amount[u] ?? 0;
    if (!(amount > 0) || (hops > 0 && (values[u] ?? 0) > 0)) continue;
    const end = first[u + 1] ?? 0;
    const gasSoFar = now?.gas[u] ?? 0;
    for (let e = first[u] ?? 0; e < end; e++) {
      const v = to[e] ?? 0;
      const price = reach[v] ?? 0;
      const most = amount * (opening[e] ?? 0) * price - gasSoFar * gasPrice;
      const known = (next.amount[v] ?? 0) * price - (next.gas[v] ?? 0) * gasPrice;
      if (v === start || !(most > Math.max(cost, known))) continue;
      if (hops === 0 && (values[v] ?? 0) > 0) continue;
      const curve = curves[e];
      if (curve === undefined || amount > curve.capacity || used.has(pool[e] ?? -1)) continue;
      const [out, gas] = [curve.output(amount), gasSoFar + curve.gas(amount)];
      if (!(out * price - gas * gasPrice > Math.max(cost, known))) continue;
      if (meets(problem, layers, { token: u, edge: e })) continue;
      next.amount[v] = out;
      next.gas[v] = gas;
      next.edge[v] = e;
    }
  }
}

/** Whether the walk to a token passes the edge's end or uses its pool. */
function meets(
  { from, to, pool }: Problem,
  layers: readonly Layer[],
  { token, edge }: { readonly token: number; readonly edge: number },
): boolean {
  let at = token;
  for (let hop = layers.length - 1; hop > 0; hop--) {
    const last = layers[hop]?.edge[at] ?? -1;
    if (at === to[edge] || pool[last] === pool[edge]) return true;
    at = from[last] ?? -1;
  }
  return false;
}

/** A walk with prices of its tokens that share what it gains evenly among its edges. */
function traced(
  { from, to }: Problem,
  layers: readonly Layer[],
  on: { readonly hop: number; readonly end: number; readonly gain: number; readonly cost: number },
): Walk {
  const { hop: hops, end, gain, cost } = on;
  const edges: number[] = [];
  const middles: [number, number][] = [];
  let at = end;
  for (let hop = hops; hop > 0; hop--) {
    const layer = layers[hop];
    const e = layer?.edge[at] ?? -1;
    if (hop < hops) {
      const worth = cost + (gain * hop) / hops;
      middles.unshift([to[e] ?? 0, worth / (layer?.amount[at] ?? 1)]);
    }
    edges.unshift(e);
    at = from[e] ?? -1;
  }
  return { edges, gain, middles };
}

function createLayer(tokenCount: number): Layer {
  return {
    amount: new Float64Array(tokenCount),
    gas: new Float64Array(tokenCount),
    edge: new Int32Array(tokenCount).fill(-1),
  };
}
