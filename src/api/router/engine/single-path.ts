import type { Problem } from "./problem.ts";

/** Edges of a path in order, with what its end pays for the whole input and what that is worth after gas. */
export interface FloatPath {
  readonly edges: readonly number[];
  readonly amountOut: number;
  readonly net: number;
}

/** Hops of a path. */
const MAX_HOPS = 8;

/**
 * Best path for one amount on what earlier flow leaves of the pools, after gas.
 *
 * Works hop by hop: per token the largest amount that reaches it in so many hops. Output is monotone in input, so the largest amount
 * is also the best to go on with.
 *
 * @param flow Input that each edge carries already.
 * @param values What a unit of each token is worth in the target token, to weigh gas; 0 where unknown.
 */
export function bestPath(
  problem: Problem,
  amountIn: number,
  {
    flow,
    values,
    maxHops = MAX_HOPS,
  }: {
    readonly flow: Float64Array;
    readonly values: Float64Array;
    readonly maxHops?: number;
  },
): FloatPath | null {
  const { tokens, source, target, curves, from, to, pool, first, outgoing } = problem;
  const layers: { amount: Float64Array; gas: Float64Array; edge: Int32Array }[] = [];
  const layer = () => ({
    amount: new Float64Array(tokens.length),
    gas: new Float64Array(tokens.length),
    edge: new Int32Array(tokens.length).fill(-1),
  });
  const start = layer();
  start.amount[source] = amountIn;
  layers.push(start);

  /** Whether the path to `token` in `hop` hops uses a pool or passes a token. */
  const meets = (hop: number, token: number, other: { pool: number; token: number }): boolean => {
    let at = token;
    for (let h = hop; h > 0; h--) {
      const edge = layers[h]?.edge[at] ?? -1;
      if (pool[edge] === other.pool || at === other.token) return true;
      at = from[edge] ?? -1;
    }
    return at === other.token;
  };
  let best: { hop: number; net: number } | null = null;
  for (let hop = 0; hop < maxHops; hop++) {
    const now = layers[hop] ?? start;
    const next = layer();
    layers.push(next);
    let reached = false;
    for (let token = 0; token < tokens.length; token++) {
      const amount = now.amount[token] ?? 0;
      if (amount <= 0 || token === target) continue;
      for (let i = first[token] ?? 0; i < (first[token + 1] ?? 0); i++) {
        const e = outgoing[i] ?? -1;
        const curve = curves[e];
        const v = to[e] ?? -1;
        if (curve === undefined) continue;
        const carried = flow[e] ?? 0;
        if (carried + amount > curve.capacity) continue;
        const out = curve.output(carried + amount) - (carried > 0 ? curve.output(carried) : 0);
        const gas = (now.gas[token] ?? 0) + (carried > 0 ? 0 : curve.gas(amount));
        const value = values[v] ?? 0;
        const cost = value > 0 ? problem.gasPrice / value : 0;
        const known = (next.amount[v] ?? 0) - (next.gas[v] ?? 0) * cost;
        const isKnown = (next.edge[v] ?? -1) >= 0;
        if (!(out > 0) || (isKnown && out - gas * cost <= known)) continue;
        if (meets(hop, token, { pool: pool[e] ?? -1, token: v })) continue;
        next.amount[v] = out;
        next.gas[v] = gas;
        next.edge[v] = e;
        reached = true;
      }
    }
    if (!reached) break;
    if ((next.edge[target] ?? -1) >= 0) {
      const net = (next.amount[target] ?? 0) - (next.gas[target] ?? 0) * problem.gasPrice;
      if (best === null || net > best.net) best = { hop: hop + 1, net };
    }
  }
  if (best === null) return null;
  const edges: number[] = [];
  let at = target;
  for (let hop = best.hop; hop > 0; hop--) {
    const e = layers[hop]?.edge[at] ?? -1;
    edges.unshift(e);
    at = from[e] ?? -1;
  }
  return { edges, amountOut: layers[best.hop]?.amount[target] ?? 0, net: best.net };
}

/**
 * What a unit of each token is worth in the target token at the present prices: over the best chain of edges, each at the rate of an amount
 * worth about as much as the input, so that empty pools with a fine price count for nothing. 0 where no chain leads to the target.
 */
export function tokenValues(problem: Problem, rounds = MAX_HOPS): Float64Array {
  const { tokens, target, from, to, opening } = problem;
  const values = new Float64Array(tokens.length);
  values[target] = 1;
  for (let round = 0; round < rounds; round++) {
    let isChanged = false;
    for (let e = 0; e < from.length; e++) {
      const value = (opening[e] ?? 0) * (values[to[e] ?? -1] ?? 0);
      if (value > (values[from[e] ?? -1] ?? 0) * (1 + 1e-12)) {
        values[from[e] ?? -1] = value;
        isChanged = true;
      }
    }
    if (!isChanged) break;
  }
  return values;
}
