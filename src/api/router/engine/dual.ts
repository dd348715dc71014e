import type { Problem } from "./problem.ts";

/** Prices at which the market clears, and what every edge then trades. */
export interface DualSolution {
  /** Target units per unit of each token; 0 for tokens that took no part. */
  readonly values: Float64Array;
  /** Edges that trade, ascending, with the input of each and what its trade is worth above the input, in target units. */
  readonly edges: Int32Array;
  readonly inputs: Float64Array;
  readonly surpluses: Float64Array;
  /** No flow pays more than this, whatever its hops and splits. */
  readonly upperBound: number;
  readonly iterations: number;
}

const MAX_ITERATIONS = 60;
/** Largest relative imbalance that counts as cleared. What it costs is of second order. */
const TOLERANCE = 1e-7;
/** Largest change of a price in one step, as a logarithm: curves are too far from their tangents beyond. */
const MAX_STEP = 0.5;
const MAX_HALVINGS = 30;
/** Keeps the system regular where a token is held by full edges alone, relative to its largest diagonal. */
const RIDGE = 1e-12;
/** Relative decrease of the bound that is rounding noise. */
const NOISE = 1e-15;
/** Part by which a rate may fall over a whole trade and still counts as the same. */
const FLAT = 1e-8;

/**
 * Minimizes the dual of the flow problem over token prices by Newton's method.
 *
 * At prices v the best that can be had is g(v) = v_source * amountIn + the sum over edges of max over x of (v_to * out(x) - v_from * x): every
 * edge trades on its own up to where its marginal price meets the prices of its tokens. By weak duality g(v) bounds every flow's output;
 * its minimum is the optimum. In log prices the gradient is each token's imbalance and the Hessian a graph Laplacian with weight
 * v_from^2 / (v_to * |out''|) per active edge, grounded at the target.
 *
 * @param start Prices to start from; tokens of price 0 take no part.
 * @param coarse Solves over fewer prices: tokens of the same group keep their ratio. The target is a group of its own. Each token by
 * default.
 * @see https://arxiv.org/abs/2302.04938 for the decomposition
 */
export function solveDual(
  problem: Problem,
  start: Float64Array,
  coarse?: { readonly groups: Int32Array; readonly tolerance: number },
): DualSolution {
  const { tokenCount, source, target, to, curves, opening, first, amountIn, elimination } = problem;
  const edges = new Int32Array(opening.length);
  const inputs = new Float64Array(opening.length);
  const surpluses = new Float64Array(opening.length);
  const groups = coarse?.groups ?? Int32Array.from({ length: tokenCount }, (_, t) => t);
  const tolerance = coarse?.tolerance ?? TOLERANCE;
  const ground = groups[target] ?? -1;
  /** Of tokens, in units of each; of groups, in units of the target. */
  const imbalance = new Float64Array(tokenCount);
  const excess = new Float64Array(tokenCount);
  const step = new Float64Array(tokenCount);
  const isHeld = new Uint8Array(tokenCount);
  let active = 0;
  /** Edges without trade that would trade at a slightly lower price of their tokenIn. */
  const idle = new Int32Array(opening.length);
  let idleCount = 0;

  /** g at some prices; leaves the trades and imbalances of those prices behind. */
  function evaluate(values: Float64Array): number {
    let bound = (values[source] ?? 0) * amountIn;
    imbalance.fill(0);
    imbalance[source] = amountIn;
    active = 0;
    idleCount = 0;
    for (let u = 0; u < tokenCount; u++) {
      const valueIn = values[u] ?? 0;
      if (!(valueIn > 0) || u === target) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const v = to[e] ?? 0;
        const valueOut = values[v] ?? 0;
        const opens = (opening[e] ?? 0) * valueOut;
        if (!(opens > valueIn * (1 - FLAT)) || v === source) continue;
        if (!(opens > valueIn)) {
          idle[idleCount] = e;
          idleCount += 1;
          continue;
        }
        const curve = curves[e];
        const x = curve?.inputAt(valueIn / valueOut) ?? 0;
        if (curve === undefined || !(x > 0)) continue;
        const out = curve.output(x);
        const surplus = valueOut * out - valueIn * x;
        edges[active] = e;
        inputs[active] = x;
        surpluses[active] = surplus;
        active += 1;
        bound += surplus;
        imbalance[u] = (imbalance[u] ?? 0) - x;
        imbalance[v] = (imbalance[v] ?? 0) + out;
      }
    }
    return bound;
  }

  /** What each group has too much of, into `excess`; whether that is next to nothing. */
  function isCleared(values: Float64Array, bound: number): boolean {
    excess.fill(0);
    let largest = 0;
    for (let t = 0; t < tokenCount; t++) {
      const g = groups[t] ?? 0;
      if (g !== ground) excess[g] = (excess[g] ?? 0) + (values[t] ?? 0) * (imbalance[t] ?? 0);
    }
    for (let g = 0; g < tokenCount; g++) largest = Math.max(largest, Math.abs(excess[g] ?? 0));
    return largest <= tolerance * bound;
  }

  /**
   * What an edge weighs in the Hessian at a trade of `x`; `whole` is the request's worth in its tokenIn. An edge whose rate hardly falls
   * trades nothing at one price and all at the next: it is taken to trade all, as a step by its slope at `x` would find no lower bound.
   */
  function weightOf(e: number, values: Float64Array, { x, whole }: { x: number; whole: number }) {
    const curve = curves[e];
    if (curve === undefined) return 0;
    const most = Math.min(whole, curve.capacity / 2);
    const isFlat = curve.marginal(most) > (opening[e] ?? 0) * (1 - FLAT);
    if (x === 0 && !isFlat) return 0;
    const slope = curve.curvature(isFlat ? Math.max(x, most) : x);
    const valueIn = values[problem.from[e] ?? 0] ?? 0;
    return slope < 0 ? (valueIn * valueIn) / (-slope * (values[to[e] ?? 0] ?? 1)) : 0;
  }

  /** Newton's step in log prices from the prices last evaluated, by group, into `step`. */
  function findStep(values: Float64Array, bound: number): void {
    elimination.clear();
    isHeld.fill(0);
    for (let i = 0; i < active + idleCount; i++) {
      const e = (i < active ? edges[i] : idle[i - active]) ?? 0;
      const [a, b] = [groups[problem.from[e] ?? 0] ?? 0, groups[to[e] ?? 0] ?? 0];
      if (a === b) continue;
      const whole = bound / (values[problem.from[e] ?? 0] ?? 1);
      const weight = weightOf(e, values, { x: i < active ? (inputs[i] ?? 0) : 0, whole });
      if (!(weight > 0)) continue;
      elimination.addWeight(a === ground ? -1 : a, b === ground ? -1 : b, weight);
      isHeld[a] = 1;
      isHeld[b] = 1;
    }
    for (let g = 0; g < tokenCount; g++) {
      const worth = excess[g] ?? 0;
      step[g] = -worth;
      // What no edge trades moves as far as a step goes, until one does.
      if (isHeld[g] === 0 && worth !== 0) elimination.addWeight(g, -1, Math.abs(worth) / MAX_STEP);
    }
    elimination.solve(step, RIDGE);
  }

  /** Prices along the step that lower the bound, and that bound; null when none do. */
  function descend(
    from: Float64Array,
    before: number,
  ): { readonly values: Float64Array; readonly bound: number } | null {
    let longest = 0;
    for (let t = 0; t < tokenCount; t++) longest = Math.max(longest, Math.abs(step[t] ?? 0));
    if (!(longest > 0) || !Number.isFinite(longest)) return null;
    let length = Math.min(1, MAX_STEP / longest);
    const tried = new Float64Array(tokenCount);
    for (let halving = 0; halving < MAX_HALVINGS; halving++) {
      for (let t = 0; t < tokenCount; t++) {
        const change = step[groups[t] ?? 0] ?? 0;
        tried[t] = change === 0 ? (from[t] ?? 0) : (from[t] ?? 0) * Math.exp(length * change);
      }
      const bound = evaluate(tried);
      if (bound < before) return { values: tried, bound };
      length /= 2;
    }
    return null;
  }

  let values = start;
  let bound = evaluate(values);
  let iterations = 0;
  while (iterations < MAX_ITERATIONS && !isCleared(values, bound)) {
    iterations += 1;
    findStep(values, bound);
    const next = descend(values, bound);
    if (next === null) {
      bound = evaluate(values);
      break;
    }
    const gain = (bound - next.bound) / bound;
    values = next.values;
    bound = next.bound;
    if (gain < NOISE) break;
  }
  return {
    values,
    edges: edges.slice(0, active),
    inputs: inputs.slice(0, active),
    surpluses: surpluses.slice(0, active),
    upperBound: bound,
    iterations,
  };
}
