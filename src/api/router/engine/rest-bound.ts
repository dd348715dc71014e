import type { Address } from "viem";
import type { GraphEdge } from "../../graph/snapshot.ts";
import { bestValues } from "./prices.ts";
import type { Problem } from "./problem.ts";
import type { RequestProblem } from "./request-problem.ts";

/** What a rate may be above that of the first unit by the curves' distance from exact quotes. */
const INEXACT = 1 + 1e-6;
/** Units that contracts may round up by on the way. */
const ROUNDED_UP = 2;

/**
 * The most that an amount of a token can be worth in the target token after gas, at the rates of
 * first units, with at least one more edge ahead unless it is the target itself.
 *
 * @param gas What was used so far.
 */
export function restBound({
  problem,
  numbers,
}: RequestProblem): (token: Address, amount: bigint, gas: bigint) => number {
  const values = bestValues(problem);
  const ahead = leastGas(problem);
  return (token, amount, gas) => {
    const t = numbers.get(token) ?? -1;
    const most = (Number(amount) + ROUNDED_UP) * (values[t] ?? 0) * INEXACT;
    return most - (Number(gas) + (ahead[t] ?? 0)) * problem.gasPrice;
  };
}

/** No less than an edge of a problem pays for an amount; null of what it has no curve of. */
export function outputBound({
  problem,
  edges,
}: RequestProblem): (edge: GraphEdge, amount: bigint) => bigint | null {
  const numbers = new Map(edges.map((edge, e) => [edge, e]));
  return (edge, amount) => {
    const curve = problem.curves[numbers.get(edge) ?? -1];
    if (curve === undefined || Number(amount) > curve.capacity) return null;
    return BigInt(Math.floor(curve.output(Number(amount)) * INEXACT)) + BigInt(ROUNDED_UP);
  };
}

/**
 * By token the gas of the cheapest edge that starts there; 0 of the native currency, of which a
 * wrap may be all that is left.
 */
function leastGas({ tokenCount, target, first, curves, wrapping }: Problem): Float64Array {
  const least = new Float64Array(tokenCount);
  for (let t = 0; t < tokenCount; t++) {
    if (t === target || t === wrapping?.token) continue;
    const end = first[t + 1] ?? 0;
    let gas = Number.POSITIVE_INFINITY;
    for (let e = first[t] ?? 0; e < end; e++) gas = Math.min(gas, curves[e]?.gas(0) ?? 0);
    if (gas < Number.POSITIVE_INFINITY) least[t] = gas;
  }
  return least;
}
