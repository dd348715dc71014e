import { createPriceMarket, type PriceMarket } from "./price-market.ts";
import type { Problem } from "./problem.ts";
import { findStep } from "./step.ts";
import { evaluate, type Trades } from "./trades.ts";

/** Prices at which the market clears, and what every edge then trades. */
export interface DualSolution {
  /** Target units per unit of each token; 0 for tokens that took no part. */
  readonly values: Float64Array;
  /**
   * Edges that trade, ascending, with the input of each, what its trade is worth above the input
   * and what its gas costs, in target units.
   */
  readonly edges: Int32Array;
  readonly inputs: Float64Array;
  readonly surpluses: Float64Array;
  readonly charges: Float64Array;
  /**
   * No flow over the edges pays more, whatever its hops and splits: before gas, or after it where
   * gas is paid. Of flat edges that are full the last units are taken to be worth less.
   */
  readonly upperBound: number;
  readonly iterations: number;
}

export interface DualOptions {
  /** Edges that may trade, ascending; all by default. */
  readonly edges?: Int32Array;
  /** Whether edges pay their gas; by default they do not. */
  readonly pays?: "nothing" | "gas";
  /** Part of the bound that may be missing to its minimum. */
  readonly tolerance?: number;
  /**
   * Tokens of the same group keep the ratio of their prices, and edges between them do not trade;
   * the target is a group of its own. By default each token is one.
   */
  readonly groups?: Int32Array;
}

const MAX_ITERATIONS = 60;
const TOLERANCE = 1e-9;
/**
 * Largest imbalance of a token that counts as cleared, as a part of the bound. What it costs is of
 * second order.
 */
const CLEARED = 1e-4;
/**
 * Change of a price, as a logarithm, that the first step may make, and that any may. Curves are too
 * far from their tangents beyond.
 */
const FIRST_RADIUS = 0.01;
const MAX_RADIUS = 0.5;
/** A step may be so many times as long as the last. */
const GROWTH = 2;
/** Part of the last step within which closed edges count for the next. */
const BAND = 0.1;
const MAX_HALVINGS = 30;
/**
 * Steps that may promise next to nothing while a token is not cleared: edges of nearly one rate
 * hold it, which prices alone divide badly.
 */
const IDLE_STEPS = 2;
/** Relative decrease of the bound that is rounding noise. */
const NOISE = 1e-15;

/**
 * Minimizes the dual of the flow problem over token prices by Newton's method in a trust region.
 *
 * At prices v the best that can be had is g(v) = v_source * amountIn + the sum over edges of max
 * over x of (v_to * out(x) - v_from * x): every edge trades on its own up to where its marginal
 * price meets the prices of its tokens. By weak duality g(v) bounds every flow's output; its
 * minimum is the optimum. In log prices the gradient is each token's imbalance and the Hessian a
 * graph Laplacian with weight v_from^2 / (v_to * |out''|) per active edge, grounded at the target.
 *
 * @param start Prices to start from; tokens of price 0 take no part.
 * @see https://arxiv.org/abs/2302.04938 for the decomposition
 */
export function solveDual(
  problem: Problem,
  start: Float64Array,
  options: DualOptions = {},
): DualSolution {
  const { tokenCount, workspace } = problem;
  const { excess, step } = workspace;
  const { pays = "nothing", tolerance = TOLERANCE } = options;
  const market = createPriceMarket(problem, start, options);
  const { edges } = market;
  let [radius, band] = [FIRST_RADIUS, FIRST_RADIUS];
  let [trades, tried] = workspace.trades;
  let [values, next] = workspace.prices;
  values.set(start);
  excess.fill(0);
  step.fill(0);
  evaluate(problem, { edges, values, pays, band }, trades);
  let iterations = 0;
  let idle = 0;
  for (; iterations < MAX_ITERATIONS; iterations++) {
    findExcess(market, { values, trades }, excess);
    findStep(problem, { market, values, trades, excess, radius, band }, step);
    const { missing, imbalance, longest } = measure(market, { excess, step });
    if (missing <= tolerance * trades.bound) {
      if (imbalance <= CLEARED * trades.bound || idle === IDLE_STEPS) break;
      idle += 1;
    }
    if (!(longest > 0) || !Number.isFinite(longest)) break;
    let length = Math.min(longest, radius);
    for (let halving = 0; halving <= MAX_HALVINGS; halving++) {
      move(market, { from: values, step, by: length / longest }, next);
      band = BAND * length;
      evaluate(problem, { edges, values: next, pays, band }, tried);
      if (tried.bound < trades.bound) break;
      length /= 2;
    }
    const gain = (trades.bound - tried.bound) / trades.bound;
    if (!(gain > 0)) break;
    [values, next] = [next, values];
    [trades, tried] = [tried, trades];
    if (gain < NOISE) break;
    radius = Math.min(MAX_RADIUS, GROWTH * length);
  }
  const { count } = trades;
  // In one piece of memory, as small pieces cost more than what is in them.
  const kept = new Float64Array(tokenCount + 3 * count);
  const keep = (from: Float64Array, length: number, at: number): Float64Array => {
    for (let i = 0; i < length; i++) kept[at + i] = from[i] ?? 0;
    return kept.subarray(at, at + length);
  };
  return {
    values: keep(values, tokenCount, 0),
    edges: trades.edges.slice(0, count),
    inputs: keep(trades.inputs, count, tokenCount),
    surpluses: keep(trades.surpluses, count, tokenCount + count),
    charges: keep(trades.charges, count, tokenCount + 2 * count),
    upperBound: trades.bound,
    iterations,
  };
}

/**
 * What each group has too much of at the prices of the trades, in target units; the ground has
 * none.
 */
function findExcess(
  { tokens, groupOf, ground }: PriceMarket,
  { values, trades }: { readonly values: Float64Array; readonly trades: Trades },
  excess: Float64Array,
): void {
  for (let i = 0; i < tokens.length; i++) excess[groupOf[tokens[i] ?? 0] ?? 0] = 0;
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i] ?? 0;
    const g = groupOf[t] ?? 0;
    const worth = (values[t] ?? 0) * (trades.imbalance[t] ?? 0);
    if (g !== ground) excess[g] = (excess[g] ?? 0) + worth;
  }
}

/**
 * How far a step leads: the decrease of the bound that it promises, the largest imbalance that it
 * takes away, the largest change of a price.
 */
function measure(
  { groups }: PriceMarket,
  { excess, step }: { readonly excess: Float64Array; readonly step: Float64Array },
): { readonly missing: number; readonly imbalance: number; readonly longest: number } {
  let [missing, imbalance, longest] = [0, 0, 0];
  for (let i = 0; i < groups.length; i++) {
    const g = groups[i] ?? 0;
    const [worth, change] = [excess[g] ?? 0, step[g] ?? 0];
    missing -= (worth * change) / 2;
    imbalance = Math.max(imbalance, Math.abs(worth));
    longest = Math.max(longest, Math.abs(change));
  }
  return { missing, imbalance, longest };
}

/** Fills in prices some part of a step away. */
function move(
  { tokens, groupOf }: PriceMarket,
  on: { readonly from: Float64Array; readonly step: Float64Array; readonly by: number },
  into: Float64Array,
): void {
  const { from, step, by } = on;
  into.set(from);
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i] ?? 0;
    const change = step[groupOf[t] ?? 0] ?? 0;
    if (change !== 0) into[t] = (from[t] ?? 0) * Math.exp(by * change);
  }
}
