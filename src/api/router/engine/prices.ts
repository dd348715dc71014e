import { solveDual } from "./dual.ts";
import type { Problem } from "./problem.ts";

/** Rounds over all edges that prices spread by: the longest chain that they take account of. */
const ROUNDS = 8;
/** Relative growth of a price that is rounding noise. */
const NOISE = 1e-12;

/**
 * The most that a unit of each token can bring in the target token: the first unit's, over the best
 * chain of edges. 0 where no chain of at most eight leads to the target.
 *
 * At these prices nobody trades, unless in circles: no edge's first unit is worth more than it
 * costs.
 */
export function bestValues({
  tokenCount,
  source,
  target,
  first,
  to,
  opening,
}: Problem): Float64Array {
  const values = new Float64Array(tokenCount);
  values[target] = 1;
  let isChanged = true;
  for (let round = 0; isChanged && round < ROUNDS; round++) {
    isChanged = false;
    for (let u = 0; u < tokenCount; u++) {
      if (u === target) continue;
      let best = (values[u] ?? 0) * (1 + NOISE);
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const v = to[e] ?? 0;
        const value = (opening[e] ?? 0) * (values[v] ?? 0);
        if (value > best && v !== source) {
          best = value;
          values[u] = value;
          isChanged = true;
        }
      }
    }
  }
  return values;
}

/**
 * The least that a unit of each token can be had for, as `bestValues` in reverse: over the best
 * chain from the source. 0 where none leads.
 */
export function leastCosts(problem: Problem, ofSource: number): Float64Array {
  const { tokenCount, source, target, first, to, opening } = problem;
  const costs = new Float64Array(tokenCount);
  costs[source] = ofSource;
  let isChanged = true;
  for (let round = 0; isChanged && round < ROUNDS; round++) {
    isChanged = false;
    for (let u = 0; u < tokenCount; u++) {
      const cost = costs[u] ?? 0;
      if (cost === 0 || u === target) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const v = to[e] ?? 0;
        const rate = opening[e] ?? 0;
        if (v === source || !(rate > 0)) continue;
        const price = cost / rate;
        const known = costs[v] ?? 0;
        if (!(price > 0) || (known > 0 && price > known * (1 - NOISE))) continue;
        costs[v] = price;
        isChanged = true;
      }
    }
  }
  return costs;
}

/** Imbalance up to which the coarse problem counts as solved; the full one starts from there. */
const COARSE_TOLERANCE = 1e-3;

/**
 * Prices near the optimum's, for the dual to start from: those of a coarse problem in which all
 * tokens but source and target are one, held together by the market's prices. It knows what selling
 * the source and buying the target does to their prices, which is most of what a trade does.
 *
 * @param values Of `bestValues`.
 * @param costs Of `leastCosts`.
 */
export function startPrices(
  problem: Problem,
  { values, costs }: { readonly values: Float64Array; readonly costs: Float64Array },
): Float64Array {
  const { tokenCount, source, target } = problem;
  // In the middle between the bid and the ask of the market.
  const middle = values.map((value, t) => Math.sqrt(value * (costs[t] || value)));
  middle[target] = 1;
  const groups = new Int32Array(tokenCount);
  groups[source] = 1;
  groups[target] = 2;
  return solveDual(problem, middle, { groups, tolerance: COARSE_TOLERANCE }).values;
}
