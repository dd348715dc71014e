import type { Curve, Trade } from "../../../lib/curves/curve.ts";
import type { Problem } from "./problem.ts";

/** What edges trade on their own at some prices. Buffers: an evaluation fills them anew. */
export interface Trades {
  /** Edges that trade, ascending; the first `count` entries of each column are theirs. */
  count: number;
  readonly edges: Int32Array;
  /** Of the edge's tokenIn. */
  readonly inputs: Float64Array;
  /** What the trade is worth above its input, in target units. */
  readonly surpluses: Float64Array;
  /** What the gas of the trade costs, in target units. */
  readonly charges: Float64Array;
  /** Second derivative of the bound by the logarithm of the edge's price. */
  readonly weights: Float64Array;
  /** Edges that do not trade, but nearly would; the first `closedCount`. */
  closedCount: number;
  readonly closed: Int32Array;
  /** By token, in units of each: what arrives and does not leave. */
  readonly imbalance: Float64Array;
  /** No flow over the edges pays more. */
  bound: number;
}

/**
 * Part by which the rate of a flat edge is taken to fall over all that may come: prices are found
 * to within it.
 */
export const FLAT_SLOPE = 1e-6;

/** Part of what a flat edge takes that is worth less and less. */
const LAST = 1e-4;

/**
 * What an edge may trade, in parts of all that may come to its token: above 1, so that one which
 * trades all of it has a price of its own.
 */
const ROOM = 2;

/** Whether an edge takes less than may come to its token. */
export function isLimited({ curves, from, most }: Problem, e: number): boolean {
  return (curves[e]?.capacity ?? 0) < ROOM * (most[from[e] ?? 0] ?? 0);
}

/** Buffers for so many edges and tokens. */
export function createTrades(edgeCount: number, tokenCount: number): Trades {
  return {
    count: 0,
    edges: new Int32Array(edgeCount),
    inputs: new Float64Array(edgeCount),
    surpluses: new Float64Array(edgeCount),
    charges: new Float64Array(edgeCount),
    weights: new Float64Array(edgeCount),
    closedCount: 0,
    closed: new Int32Array(edgeCount),
    imbalance: new Float64Array(tokenCount),
    bound: 0,
  };
}

/**
 * Lets every edge trade up to where its marginal price meets those of its tokens, and adds up what
 * that is worth.
 *
 * @param band Part by which its opening price may miss them for an edge to count as nearly trading.
 * @param pays What becomes of a trade's surplus s: all of it is gained; or its gas c is paid out of
 *   it, smoothly, so that the bound has derivatives: s - c where s is above 2c, else s^2 / 4c, as
 *   if the part s / 2c of the trade was made. That is never less than what an edge gains that
 *   trades all or nothing, max(0, s - c), so the bound holds for output after gas.
 */
export function evaluate(
  problem: Problem,
  on: {
    readonly edges: Int32Array;
    readonly values: Float64Array;
    readonly pays: "nothing" | "gas";
    readonly band: number;
  },
  into: Trades,
): void {
  const { source, from, to, opening, curves, amountIn, gasPrice, legPrice, most, flat } = problem;
  const { edges, values, pays, band } = on;
  const { imbalance } = into;
  const trade: Trade = { input: 0, output: 0, curvature: 0, gas: 0 };
  let bound = (values[source] ?? 0) * amountIn;
  let count = 0;
  let closedCount = 0;
  imbalance.fill(0);
  imbalance[source] = amountIn;
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i] ?? 0;
    const u = from[e] ?? 0;
    const v = to[e] ?? 0;
    const valueIn = values[u] ?? 0;
    const valueOut = values[v] ?? 0;
    const opens = (opening[e] ?? 0) * valueOut;
    if (!(opens > valueIn)) {
      if (!(opens > valueIn * (1 - band))) continue;
      into.closed[closedCount] = e;
      closedCount += 1;
      continue;
    }
    const curve = curves[e];
    if (curve === undefined) continue;
    const cap = Math.min(ROOM * (most[u] ?? 0), curve.capacity);
    const isFlat = flat[e] === 1;
    const fall = 1 - valueIn / opens;
    if (isFlat) flatTrade(curve, { rate: opening[e] ?? 0, cap, fall }, trade);
    else cappedTrade(curve, { price: valueIn / valueOut, cap }, trade);
    const { input, output, curvature } = trade;
    if (!(input > 0)) continue;
    const surplus = valueOut * output - valueIn * input;
    const charge = trade.gas * gasPrice + legPrice;
    let gain = surplus;
    let part = 1;
    let weight = curvature < 0 ? (valueIn * valueIn) / (-curvature * valueOut) : 0;
    if (isFlat && curvature === 0) weight = fullWeight({ worth: valueIn * cap, fall, band });
    if (pays === "gas" && charge > 0) {
      part = Math.min(Math.max(surplus, 0) / (2 * charge), 1);
      gain = part < 1 ? part * part * charge : surplus - charge;
      weight *= part;
      if (part < 1) weight += (valueIn * input * valueOut * output) / (2 * charge);
    }
    into.edges[count] = e;
    into.inputs[count] = part * input;
    into.surpluses[count] = surplus;
    into.charges[count] = charge;
    into.weights[count] = weight;
    count += 1;
    bound += gain;
    imbalance[u] = (imbalance[u] ?? 0) - part * input;
    imbalance[v] = (imbalance[v] ?? 0) + part * output;
  }
  into.count = count;
  into.closedCount = closedCount;
  into.bound = bound;
}

/** What an edge trades at a price of at most `cap`. */
function cappedTrade(
  curve: Curve,
  { price, cap }: { readonly price: number; readonly cap: number },
  trade: Trade,
): void {
  curve.tradeAt(price, trade);
  if (trade.input <= cap) return;
  trade.input = cap;
  trade.output = curve.output(cap);
  trade.gas = curve.gas(cap);
  trade.curvature = 0;
}

/**
 * What a flat edge trades when its opening price is above the tokens' by the part `fall`: its rate
 * is taken to fall by `FLAT_SLOPE` from the first unit to `cap`. Of one that is full there the last
 * units are taken to be worth less and less, down to nothing: what comes to it finds a price.
 */
function flatTrade(
  curve: Curve,
  { rate, cap, fall }: { readonly rate: number; readonly cap: number; readonly fall: number },
  trade: Trade,
): void {
  const last = cap < curve.capacity ? 0 : LAST * cap;
  const first = cap - last;
  const part = Math.min(fall / FLAT_SLOPE, 1);
  const below = part < 1 ? 0 : fall - FLAT_SLOPE;
  const more = last * below;
  trade.input = part * first + more;
  trade.output =
    rate * (part * first * (1 - (FLAT_SLOPE * part) / 2) + more * (1 - FLAT_SLOPE - below / 2));
  trade.gas = curve.gas(trade.input);
  trade.curvature = part < 1 ? (-rate * FLAT_SLOPE) / first : last > 0 ? -rate / last : 0;
}

/**
 * What a flat edge that trades all it may weighs: a step within the band may close it again, so the
 * way back counts in part.
 */
function fullWeight({
  worth,
  fall,
  band,
}: {
  readonly worth: number;
  readonly fall: number;
  readonly band: number;
}): number {
  const part = 1 - (fall - FLAT_SLOPE) / (band + FLAT_SLOPE);
  return part > 0 ? (part * worth) / fall : 0;
}
