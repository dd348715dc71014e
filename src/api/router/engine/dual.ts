import { createElimination } from "./elimination.ts";
import type { Problem } from "./problem.ts";

/** Prices at which the market clears, and what every edge then trades. */
export interface DualSolution {
  /** Target units per unit of each token. */
  readonly values: Float64Array;
  /** Input of each edge at those prices; 0 for edges that were left out. */
  readonly flow: Float64Array;
  /** What each edge's trade is worth above its input, in target units: losing the edge costs at least that. */
  readonly surplus: Float64Array;
  /** No flow over the edges that took part pays more than this, whatever its hops and splits. */
  readonly upperBound: number;
  readonly iterations: number;
}

const MAX_ITERATIONS = 60;
/** Largest relative imbalance of a token's value that counts as cleared. */
const TOLERANCE = 1e-9;
/** Largest change of a price in one step, as a logarithm: curves are too far from their tangents beyond. */
const MAX_STEP = 0.5;
const MAX_HALVINGS = 30;
/** Diagonal added in proportion to the largest, which keeps tokens without active edges in place. */
const RIDGE = 1e-12;

/**
 * Minimizes the dual of the flow problem over token prices by Newton's method.
 *
 * At prices v the best that can be had is g(v) = v_source * amountIn + the sum over edges of max over x of (v_to * out(x) - v_from * x): every
 * edge trades on its own up to where its marginal price meets the prices of its tokens. By weak duality g(v) bounds every flow's output;
 * its minimum is the optimum. In log prices the gradient is each token's imbalance and the Hessian a graph Laplacian with weight
 * v_from^2 / (v_to * |out''|) per active edge, grounded at the target.
 *
 * @param start Prices to start from; tokens of price 0 take no part.
 * @param isIn Edges that take part; all when null.
 * @see https://arxiv.org/abs/2302.04938 for the decomposition
 */
export function solveDual(
  problem: Problem,
  start: Float64Array,
  isIn: Uint8Array | null,
): DualSolution {
  const { tokens, source, target, from, to, curves, opening, amountIn } = problem;
  const variable = new Int32Array(tokens.length).fill(-1);
  const free: number[] = [];
  for (let t = 0; t < tokens.length; t++) {
    if (t === target || !((start[t] ?? 0) > 0)) continue;
    variable[t] = free.length;
    free.push(t);
  }
  const taking: number[] = [];
  const pairs: (readonly [number, number])[] = [];
  for (let e = 0; e < from.length; e++) {
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    if ((isIn !== null && isIn[e] !== 1) || !((start[u] ?? 0) > 0) || !((start[v] ?? 0) > 0))
      continue;
    taking.push(e);
    pairs.push([variable[u] ?? -1, variable[v] ?? -1]);
  }
  const system = createElimination(free.length, pairs);
  const flow = new Float64Array(from.length);
  const surplus = new Float64Array(from.length);
  const imbalance = new Float64Array(tokens.length);

  /** g at some prices; leaves flow, surplus and imbalance of those prices behind. */
  function evaluate(values: Float64Array): number {
    let bound = (values[source] ?? 0) * amountIn;
    imbalance.fill(0);
    imbalance[source] = amountIn;
    for (const e of taking) {
      const curve = curves[e];
      const [u, v] = [from[e] ?? 0, to[e] ?? 0];
      const [valueIn, valueOut] = [values[u] ?? 0, values[v] ?? 0];
      const price = valueIn / valueOut;
      flow[e] = 0;
      surplus[e] = 0;
      if (curve === undefined || !(price < (opening[e] ?? 0))) continue;
      const x = curve.inputAt(price);
      if (!(x > 0)) continue;
      flow[e] = x;
      const out = curve.output(x);
      const gained = valueOut * out - valueIn * x;
      surplus[e] = gained;
      bound += gained;
      imbalance[u] = (imbalance[u] ?? 0) - x;
      imbalance[v] = (imbalance[v] ?? 0) + out;
    }
    return bound;
  }

  let values: Float64Array = start.slice();
  let bound = evaluate(values);
  let iterations = 0;
  const step = new Float64Array(free.length);
  for (; iterations < MAX_ITERATIONS; iterations++) {
    let worst = 0;
    for (const [k, t] of free.entries()) {
      step[k] = -(values[t] ?? 0) * (imbalance[t] ?? 0);
      worst = Math.max(worst, Math.abs(step[k] ?? 0) / bound);
    }
    if (worst < TOLERANCE) break;
    system.clear();
    for (const e of taking) {
      const x = flow[e] ?? 0;
      const slope = x > 0 ? (curves[e]?.curvature(x) ?? 0) : 0;
      if (!(slope < 0)) continue;
      const [u, v] = [from[e] ?? 0, to[e] ?? 0];
      const valueIn = values[u] ?? 0;
      const weight = (valueIn * valueIn) / (-slope * (values[v] ?? 1));
      system.addWeight(variable[u] ?? -1, variable[v] ?? -1, weight);
    }
    system.solve(step, RIDGE * system.largest() + Number.MIN_VALUE * 1e20);
    let longest = 0;
    for (const change of step) longest = Math.max(longest, Math.abs(change));
    if (!(longest > 0) || !Number.isFinite(longest)) break;
    const moved = lineSearch(values, bound, step, Math.min(1, MAX_STEP / longest));
    if (moved === null) break;
    values = moved.values;
    const gain = (bound - moved.bound) / bound;
    bound = moved.bound;
    if (gain < 1e-15) break;
  }
  bound = evaluate(values);
  return { values, flow, surplus, upperBound: bound, iterations };

  function lineSearch(
    at: Float64Array,
    before: number,
    direction: Float64Array,
    longest: number,
  ): { readonly values: Float64Array; readonly bound: number } | null {
    let length = longest;
    for (let halving = 0; halving < MAX_HALVINGS; halving++) {
      const tried = at.slice();
      for (const [k, t] of free.entries()) {
        tried[t] = (at[t] ?? 0) * Math.exp(length * (direction[k] ?? 0));
      }
      const reached = evaluate(tried);
      if (reached < before) return { values: tried, bound: reached };
      length /= 2;
    }
    return null;
  }
}
