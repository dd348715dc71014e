import type { Problem } from "./problem.ts";

/**
 * No flow over the problem's edges pays more after gas and legs, at whatever prices: every edge
 * trades what gains most at them, all of its gas paid, or nothing. Infinite where the source has no
 * price.
 *
 * Each edge is charged the gas of its first unit, which none of its trades falls below.
 */
export function boundAt(problem: Problem, values: Float64Array): number {
  const { from, to, source, target, curves, opening, gasPrice, legPrice, most, amountIn } = problem;
  let bound = (values[source] ?? 0) * amountIn;
  if (!(bound > 0)) return Number.POSITIVE_INFINITY;
  for (let e = 0; e < from.length; e++) {
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    const [valueIn, valueOut] = [values[u] ?? 0, values[v] ?? 0];
    if (v === source || u === target || !((opening[e] ?? 0) * valueOut > valueIn)) continue;
    const curve = curves[e];
    if (curve === undefined) continue;
    const cap = Math.min(most[u] ?? 0, curve.capacity);
    const x = valueIn > 0 ? Math.min(curve.inputAt(valueIn / valueOut), cap) : cap;
    const surplus = valueOut * curve.output(x) - valueIn * x;
    bound += Math.max(0, surplus - curve.gas(0) * gasPrice - legPrice);
  }
  return bound;
}
