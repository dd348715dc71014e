import type { Curve } from "../../../lib/curves/curve.ts";
import { type Links, simplePathRatios } from "./path-ratios.ts";
import type { Problem } from "./problem.ts";

/** Tokens beyond which the bounds are not looked for. */
const MAX_TOKENS = 128;
/**
 * Ratios that a chain may have at most, tried in order: what gas is worth in units of a token
 * depends on it.
 */
const ROOMS = [1.0002, 1.005, 1.05];
/** Rounds over all edges that prices spread by to tokens without one. */
const ROUNDS = 4;
/** Steps to the steepest line at most; three or four are usual. */
const MAX_STEPS = 12;
/** Part of what gas costs that the last step may leave. */
const EXACT = 1e-4;
/** Edges of the longest chain that prices of chains take account of. */
const CHAIN = 8;
/** Relative growth of a price that is rounding noise. */
const NOISE = 1e-12;

/**
 * No flow without circles pays more after gas and legs: as `boundAt`, but circles that a market
 * pays for do not count.
 *
 * Each edge's output is below a line: the tangent at what it trades at the prices, with the surplus
 * less gas as its height, or a steeper one from the origin, where gas is paid by the unit. In a
 * flow without circles what comes in at the source and at those heights runs over chains without
 * circles, so it is worth no more than the best such chain makes of it. Edges that would gain where
 * only a circle takes them get the steeper line.
 *
 * @param values Prices of an optimum without circles; 0 of tokens that took no part.
 * @param closesCircle Whether an edge was left out of it.
 */
export function acyclicBound(
  problem: Problem,
  values: Float64Array,
  closesCircle: (edge: number) => boolean,
): number {
  return boundByLines(problem, spread(problem, values), (e, ends) => {
    const opens = ((problem.opening[e] ?? 0) * ends.valueOut) / ends.valueIn;
    if (opens <= 1) return { ratio: opens, height: null };
    const height = heightAt(problem, e, ends);
    if (height === null) return { ratio: 1, height: null };
    if (!closesCircle(e)) return { ratio: 1, height };
    return { ratio: originRatio(problem, e, ends), height: null };
  });
}

/**
 * No flow without circles pays more after gas and legs: all that comes in takes the best chain
 * without a circle, on which every edge pays its gas by the unit. Trades that hardly move prices
 * have no better bound.
 *
 * @param without Form of the native currency that no edge of a chain may trade; 0: any may.
 */
export function chainBound(problem: Problem, without = 0): number {
  const { form, tokenCount } = problem;
  if (tokenCount > MAX_TOKENS) return Number.POSITIVE_INFINITY;
  return boundByLines(problem, chainValues(problem), (e, on) => {
    const isLeftOut = without !== 0 && form[e] === without;
    return { ratio: isLeftOut ? 0 : originRatio(problem, e, on), height: null };
  });
}

/** What an edge starts and ends at, by unit, and how much more a unit may be worth behind it. */
interface Ends {
  readonly valueIn: number;
  readonly valueOut: number;
  readonly room: number;
  /** Ratio of an edge between the same tokens, which one without a height has to be above. */
  readonly known: number;
}

/** A line above an edge's output: its slope in parts of the price, and its height. */
interface Line {
  readonly ratio: number;
  /** What the tangent's height is worth at the prices, and the gas that it pays; null: 0. */
  readonly height: { readonly surplus: number; readonly charge: number } | null;
}

function boundByLines(
  problem: Problem,
  prices: Float64Array,
  lineOf: (edge: number, ends: Ends) => Line,
): number {
  if (problem.tokenCount > MAX_TOKENS) return Number.POSITIVE_INFINITY;
  for (const room of ROOMS) {
    const { bound, steepest } = boundWithin(problem, prices, { lineOf, room });
    if (steepest <= room) return bound;
  }
  return Number.POSITIVE_INFINITY;
}

function boundWithin(
  { from, to, source, target, tokenCount, amountIn, most }: Problem,
  prices: Float64Array,
  on: { readonly lineOf: (edge: number, ends: Ends) => Line; readonly room: number },
): { readonly bound: number; readonly steepest: number } {
  const links: Links = { tokenCount, ratios: new Float64Array(tokenCount * tokenCount) };
  const heights: { readonly token: number; readonly height: NonNullable<Line["height"]> }[] = [];
  for (let e = 0; e < from.length; e++) {
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    const [valueIn, valueOut] = [prices[u] ?? 0, prices[v] ?? 0];
    if (v === source || u === target || !(valueIn > 0 && valueOut > 0)) continue;
    if (!((most[u] ?? 0) > 0)) continue;
    const at = u * tokenCount + v;
    const known = links.ratios[at] ?? 0;
    const { ratio, height } = on.lineOf(e, { valueIn, valueOut, room: on.room, known });
    links.ratios[at] = Math.max(known, ratio);
    if (height !== null) heights.push({ token: v, height });
  }
  const best = simplePathRatios(links, { source, target });
  let bound = amountIn * (prices[source] ?? 0) * (best[source] ?? 0);
  for (const { token, height } of heights) {
    bound += Math.max(0, height.surplus * (best[token] ?? 0) - height.charge);
  }
  return { bound, steepest: best.reduce((most_, ratio) => Math.max(most_, ratio), 0) };
}

/**
 * The most that what comes to a token brings over a chain of edges after gas and legs, by unit; 0
 * where it brings nothing.
 */
function chainValues(problem: Problem): Float64Array {
  const { tokenCount, source, target, first, to, curves, opening, most } = problem;
  const values = new Float64Array(tokenCount);
  values[target] = 1;
  let isChanged = true;
  for (let round = 0; isChanged && round < CHAIN; round++) {
    isChanged = false;
    for (let u = 0; u < tokenCount; u++) {
      const all = most[u] ?? 0;
      if (u === target || !(all > 0)) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const v = to[e] ?? 0;
        const curve = curves[e];
        const valueOut = values[v] ?? 0;
        const known = (values[u] ?? 0) * (1 + NOISE);
        if (v === source || curve === undefined || !((opening[e] ?? 0) * valueOut > known))
          continue;
        const output = curve.output(Math.min(all, curve.capacity));
        const value = (output * valueOut - chargeOf(problem, curve)) / all;
        if (!(value > known)) continue;
        values[u] = value;
        isChanged = true;
      }
    }
  }
  return values;
}

/** The prices, and of tokens without one the most that a unit brings over a chain of edges. */
function spread({ tokenCount, first, to, opening }: Problem, values: Float64Array): Float64Array {
  const prices = values.slice();
  for (let round = 0; round < ROUNDS; round++) {
    for (let u = 0; u < tokenCount; u++) {
      if ((values[u] ?? 0) > 0) continue;
      const end = first[u + 1] ?? 0;
      for (let e = first[u] ?? 0; e < end; e++) {
        const value = (opening[e] ?? 0) * (prices[to[e] ?? 0] ?? 0);
        if (value > (prices[u] ?? 0)) prices[u] = value;
      }
    }
  }
  return prices;
}

/** What an edge's trade at the prices is worth above its input, and costs; null if no more. */
function heightAt(problem: Problem, e: number, { valueIn, valueOut, room }: Ends): Line["height"] {
  const { curves, from, most } = problem;
  const curve = curves[e];
  if (curve === undefined) return null;
  const cap = Math.min(most[from[e] ?? 0] ?? 0, curve.capacity);
  const x = Math.min(curve.inputAt(valueIn / valueOut), cap);
  const surplus = valueOut * curve.output(x) - valueIn * x;
  const charge = chargeOf(problem, curve);
  return surplus * room > charge ? { surplus, charge } : null;
}

/**
 * The steepest line from the origin that an edge's output after gas touches, in parts of what the
 * input is worth; no exact one where it is not above what is known.
 */
function originRatio(
  problem: Problem,
  e: number,
  { valueIn, valueOut, room, known }: Ends,
): number {
  const { curves, from, most } = problem;
  const curve = curves[e];
  if (curve === undefined) return 0;
  const cap = Math.min(most[from[e] ?? 0] ?? 0, curve.capacity);
  // What a unit is worth at most behind the edge makes its gas cheapest there.
  const charge = chargeOf(problem, curve) / (valueOut * room);
  const worth = valueOut / valueIn;
  // No line is steeper than the first unit's rate less the gas of a whole trade by the unit.
  const steepest = ((problem.opening[e] ?? 0) - charge / cap) * worth;
  if (steepest <= Math.max(1, known) || charge === 0) return Math.max(0, steepest);
  const low = curve.marginal(cap);
  const all = curve.output(cap);
  if (all - cap * low <= charge) return ((all - charge) / cap) * worth;
  // What a trade gains at a price falls ever slower with the price, so that no step leads too far.
  let price = (all - charge) / cap;
  let gain = 0;
  for (let step = 1; ; step++) {
    const x = Math.min(curve.inputAt(price), cap);
    gain = curve.output(x) - price * x - charge;
    if (!(gain > EXACT * charge) || step === MAX_STEPS) break;
    price += gain / x;
  }
  // At the opening price all of the gas is lost: the chord to there is above what is gained.
  const left = Math.max(0, gain);
  return (price + (left * Math.max(0, curve.marginal(0) - price)) / (left + charge)) * worth;
}

function chargeOf({ gasPrice, legPrice }: Problem, curve: Curve): number {
  return curve.gas(0) * gasPrice + legPrice;
}
