import type { Trade } from "../../../lib/curves/curve.ts";
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
  const { source, from, to, opening, curves, amountIn, gasPrice } = problem;
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
    curve.tradeAt(valueIn / valueOut, trade);
    const { input, output, curvature } = trade;
    if (!(input > 0)) continue;
    const surplus = valueOut * output - valueIn * input;
    const charge = trade.gas * gasPrice;
    let gain = surplus;
    let part = 1;
    let weight = curvature < 0 ? (valueIn * valueIn) / (-curvature * valueOut) : 0;
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
