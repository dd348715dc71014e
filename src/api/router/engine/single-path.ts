import type { Problem } from "./problem.ts";
import { edgeWrapGas } from "./wrap-gas.ts";

/** A path that takes the whole input: its edges in order, and what its end pays. */
export interface FloatPath {
  readonly edges: readonly number[];
  readonly amountOut: number;
  /** After gas. */
  readonly net: number;
}

/**
 * What reaches the tokens in some number of hops: per token the amount, its gas so far and the last
 * edge; -1 where nothing does.
 */
interface Layer {
  readonly amount: Float64Array;
  readonly gas: Float64Array;
  readonly edge: Int32Array;
}

/**
 * Best path for the whole input, after gas.
 *
 * Works hop by hop: per token the amount that is worth most after gas of those that reach it in so
 * many hops. Output is monotone in input, so the largest amount is also the best to go on with. An
 * edge is only evaluated where its first unit's price could still win.
 *
 * @param values The most that a unit of each token can bring in the target token; 0 where it leads
 *   nowhere.
 */
export function bestPath(
  problem: Problem,
  values: Float64Array,
  maxHops: number,
): FloatPath | null {
  const { tokenCount, source, target, curves, from, to, pool, opening, first } = problem;
  const { gasPrice, legPrice } = problem;
  const layers = [createLayer(tokenCount)];
  const [start] = layers;
  if (start !== undefined) start.amount[source] = problem.amountIn;
  let best: { readonly hops: number; readonly net: number } | null = null;

  /** Whether the path to `token` passes the edge's end or uses its pool. */
  function meets(hops: number, token: number, edge: number): boolean {
    let at = token;
    for (let h = hops; h > 0; h--) {
      const last = layers[h]?.edge[at] ?? -1;
      if (at === to[edge] || pool[last] === pool[edge]) return true;
      at = from[last] ?? -1;
    }
    return at === to[edge];
  }

  for (let hop = 0; hop < maxHops; hop++) {
    const [now, next] = [layers[hop], createLayer(tokenCount)];
    if (now === undefined) break;
    layers.push(next);
    for (let u = 0; u < tokenCount; u++) {
      const amount = now.amount[u] ?? 0;
      if (!(amount > 0) || u === target) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const v = to[e] ?? 0;
        const value = values[v] ?? 0;
        const most = amount * (opening[e] ?? 0);
        if (v === source) continue;
        const isHopeless = best !== null && most * value <= best.net;
        if (value === 0 || isHopeless || (hop === maxHops - 1 && v !== target)) continue;
        const cost = gasPrice / value;
        const isReached = (next.edge[v] ?? -1) >= 0;
        const known = (next.amount[v] ?? 0) - (next.gas[v] ?? 0) * cost;
        const gasSoFar = now.gas[u] ?? 0;
        if (isReached && most - gasSoFar * cost <= known) continue;
        const curve = curves[e];
        if (curve === undefined || amount > curve.capacity) continue;
        const out = curve.output(amount);
        const gas = gasSoFar + curve.gas(amount) + edgeWrapGas(problem, e);
        if (!(out > 0) || (isReached && out - gas * cost <= known) || meets(hop, u, e)) continue;
        next.amount[v] = out;
        next.gas[v] = gas;
        next.edge[v] = e;
      }
    }
    if ((next.edge[target] ?? -1) >= 0) {
      const charge = (next.gas[target] ?? 0) * gasPrice + (hop + 1) * legPrice;
      const net = (next.amount[target] ?? 0) - charge;
      if (best === null || net > best.net) best = { hops: hop + 1, net };
    }
  }
  if (best === null) return null;
  const edges: number[] = [];
  let at = target;
  for (let hop = best.hops; hop > 0; hop--) {
    const e = layers[hop]?.edge[at] ?? -1;
    edges.unshift(e);
    at = from[e] ?? -1;
  }
  return { edges, amountOut: layers[best.hops]?.amount[target] ?? 0, net: best.net };
}

/**
 * Prices at which the edges of a path alone trade the whole input, by token: each token is worth
 * what its next unit brings at the end. 0 of tokens that are not on it.
 */
export function pathPrices(problem: Problem, edges: readonly number[]): Float64Array {
  const { tokenCount, from, target, curves, amountIn } = problem;
  const marginals: number[] = [];
  let amount = amountIn;
  for (const e of edges) {
    marginals.push(curves[e]?.marginal(amount) ?? 0);
    amount = curves[e]?.output(amount) ?? 0;
  }
  const values = new Float64Array(tokenCount);
  values[target] = 1;
  let value = 1;
  for (let i = edges.length - 1; i >= 0; i--) {
    value *= marginals[i] ?? 0;
    values[from[edges[i] ?? 0] ?? 0] = value;
  }
  return values;
}

function createLayer(tokenCount: number): Layer {
  return {
    amount: new Float64Array(tokenCount),
    gas: new Float64Array(tokenCount),
    edge: new Int32Array(tokenCount).fill(-1),
  };
}
