import type { PriceMarket } from "./price-market.ts";
import type { Problem } from "./problem.ts";
import { FLAT_SLOPE, isLimited, type Trades } from "./trades.ts";

/** Where a step starts from, and how far it may lead. */
export interface StepStart {
  readonly market: PriceMarket;
  readonly values: Float64Array;
  readonly trades: Trades;
  /** By group: what it has too much of, in target units. */
  readonly excess: Float64Array;
  /** Largest change of a price, as a logarithm. */
  readonly radius: number;
  /**
   * Part by which the opening prices of closed edges are missed at most: the step may open them, so
   * they count in part.
   */
  readonly band: number;
}

/**
 * Keeps the system regular where a token is held by full edges alone, relative to its largest
 * diagonal.
 */
const RIDGE = 1e-12;
/** Part by which a rate may fall over a whole trade and still counts as the same. */
const FLAT = 1e-8;

/**
 * Newton's step in log prices, by group, into `step`: it solves the graph Laplacian of the edges'
 * weights for the excess.
 */
export function findStep(problem: Problem, start: StepStart, step: Float64Array): void {
  const { from, to, flat } = problem;
  const { elimination, marks } = problem.workspace;
  const { market, excess, trades, radius } = start;
  const { groups, groupOf, ground } = market;
  const [, isHeld] = marks;
  isHeld.fill(0);
  const add = (e: number, weight: number): void => {
    const a = groupOf[from[e] ?? 0] ?? 0;
    const b = groupOf[to[e] ?? 0] ?? 0;
    if (!(weight > 0)) return;
    elimination.addWeight(a === ground ? -1 : a, b === ground ? -1 : b, weight);
    isHeld[a] = 1;
    isHeld[b] = 1;
  };
  elimination.clear();
  let missing = 0;
  for (let i = 0; i < groups.length; i++) missing -= excess[groups[i] ?? 0] ?? 0;
  for (let i = 0; i < trades.count; i++) {
    const e = trades.edges[i] ?? 0;
    const own = flatWeight(problem, start, e, trades.inputs[i] ?? 0) ?? trades.weights[i] ?? 0;
    add(e, flat[e] === 1 ? Math.max(own, fullWeight(problem, start, { e, missing })) : own);
  }
  addClosed(problem, start, add);
  for (let i = 0; i < groups.length; i++) {
    const g = groups[i] ?? 0;
    const worth = excess[g] ?? 0;
    step[g] = -worth;
    // What no edge trades moves as far as a step goes, until one does.
    if (isHeld[g] === 0 && worth !== 0) elimination.addWeight(g, -1, Math.abs(worth) / radius);
  }
  elimination.solve(step, RIDGE);
}

/**
 * Adds edges that do not trade, but would at prices within the band: the nearer, the more of the
 * step's way they trade. Without them a step that opens a deep pool goes much too far.
 */
function addClosed(
  problem: Problem,
  { values, trades, band }: StepStart,
  add: (e: number, weight: number) => void,
): void {
  const { from, to, opening, bend, most } = problem;
  for (let i = 0; i < trades.closedCount; i++) {
    const e = trades.closed[i] ?? 0;
    const valueIn = values[from[e] ?? 0] ?? 0;
    const valueOut = values[to[e] ?? 0] ?? 0;
    const opens = (opening[e] ?? 0) * valueOut;
    const part = 1 - (1 - opens / valueIn) / band;
    // It trades no more than the whole request, nor than can come to it.
    const worth = Math.min(trades.bound, (most[from[e] ?? 0] ?? 0) * valueIn);
    add(e, part * Math.min((valueIn * valueIn) / (-(bend[e] ?? 0) * valueOut), worth / band));
  }
}

/**
 * What a flat edge that is full weighs at least, as its last units say little of how far a step may
 * lead: what all tokens miss comes back where it is no longer full, and what they have too much of
 * lowers prices by no more than a step may. 0 where it is not.
 */
function fullWeight(
  problem: Problem,
  { values, radius }: StepStart,
  { e, missing }: { readonly e: number; readonly missing: number },
): number {
  const { from, to, opening } = problem;
  if (!isLimited(problem, e)) return 0;
  const opens = (opening[e] ?? 0) * (values[to[e] ?? 0] ?? 0);
  const fall = 1 - (values[from[e] ?? 0] ?? 0) / opens;
  if (!(fall > FLAT_SLOPE)) return 0;
  return missing > 0 ? missing / fall : -missing / radius;
}

/**
 * What an edge weighs at an input of `x` whose rate hardly falls, and so trades nothing at one
 * price and all at the next: it is taken to trade all, as a step by its slope at `x` would find no
 * lower bound. Null for the others.
 */
function flatWeight(
  { from, to, opening, curves, flat }: Problem,
  { values, trades }: StepStart,
  e: number,
  x: number,
): number | null {
  if (flat[e] === 1) return null;
  const curve = curves[e];
  const valueIn = values[from[e] ?? 0] ?? 0;
  const valueOut = values[to[e] ?? 0] ?? 0;
  const level = (opening[e] ?? 0) * (1 - FLAT);
  if (curve === undefined) return null;
  const whole = Math.min(trades.bound / valueIn, curve.capacity / 2);
  // Where less than all is traded at a lower price the rate falls.
  if (x <= whole && level * valueOut >= valueIn) return null;
  if (!(curve.marginal(whole) > level)) return null;
  const slope = curve.curvature(Math.max(x, whole));
  return slope < 0 ? (valueIn * valueIn) / (-slope * valueOut) : 0;
}
