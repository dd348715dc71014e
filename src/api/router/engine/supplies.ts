import type { Problem } from "./problem.ts";
import { FLAT_SLOPE } from "./trades.ts";

/** Relative room for rounding. */
const MARGIN = 1 + 1e-9;
/** Part of a capacity up to which a curve's price still says something. */
const NEARLY_ALL = 0.999;
/** Fall of the rate by its first slope beyond which an edge is not looked at more closely. */
const STEEP = 4 * FLAT_SLOPE;

/**
 * The problem with what can come to each token at most, and the edges whose rate hardly falls over
 * that.
 *
 * No flow without circles brings more, as no curve pays more for a unit than for its first. Edges
 * that would trade more (wraps, vaults and lending have nearly no end) make fortunes at prices that
 * are a trifle off, which no step of Newton's method finds.
 *
 * @param costs Of `leastCosts`, from `ofSource` on.
 */
export function withSupplies(problem: Problem, costs: Float64Array, ofSource: number): Problem {
  const { amountIn, target, source } = problem;
  const worth = amountIn * ofSource * MARGIN;
  const most = costs.map((cost) => (cost > 0 ? worth / cost : 0));
  most[source] = amountIn;
  most[target] = Number.POSITIVE_INFINITY;
  return { ...problem, most, flat: flatEdges(problem, most) };
}

function flatEdges(
  { from, to, curves, opening, bend, steady, source, target }: Problem,
  most: Float64Array,
): Uint8Array {
  const flat = new Uint8Array(curves.length);
  for (let e = 0; e < curves.length; e++) {
    const curve = curves[e];
    const supply = most[from[e] ?? 0] ?? 0;
    if (curve === undefined || !(supply > 0) || from[e] === target || to[e] === source) continue;
    const all = Math.min(supply, curve.capacity * NEARLY_ALL);
    const rate = opening[e] ?? 0;
    // Steady rates fall by the logarithm of the amount: steeply at first, and nowhere else.
    if (steady[e] === 0 && -(bend[e] ?? 0) * all > STEEP * rate) continue;
    if (curve.marginal(all) > rate * (1 - FLAT_SLOPE)) flat[e] = 1;
  }
  return flat;
}
