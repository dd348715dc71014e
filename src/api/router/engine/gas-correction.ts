import type { Curve } from "../../../lib/curves/curve.ts";
import type { Problem } from "./problem.ts";
import type { Plan } from "./recovery.ts";
import { wrapGas } from "./wrap-gas.ts";

/** Gas of an edge's exact quote; null where it fails. */
export type ExactGas = (edge: number, amountIn: number) => number | null;

/** Part by which a curve's gas may be off. */
const EXACT_ENOUGH = 0.02;

/**
 * The problem with curves whose gas is exact at what a plan trades over them. Curves are estimates:
 * concentrated liquidity also pays for the empty stretches that a large trade searches for ticks.
 */
export function withExactGas(
  problem: Problem,
  { edges, amounts }: Plan,
  exactGas: ExactGas,
): Problem {
  const curves = problem.curves.slice();
  let isChanged = false;
  for (const [i, e] of edges.entries()) {
    const [curve, amount] = [curves[e], amounts[i] ?? 0];
    const exact = curve?.isGasEstimated === true ? exactGas(e, amount) : null;
    if (curve === undefined || exact === null) continue;
    const missing = exact - curve.gas(amount);
    if (Math.abs(missing) <= EXACT_ENOUGH * exact) continue;
    curves[e] = withMoreGas(curve, missing / amount);
    isChanged = true;
  }
  return isChanged ? { ...problem, curves } : problem;
}

/** Gas of a plan by the problem's curves. */
export function gasOf(problem: Problem, { edges, amounts }: Plan): number {
  let gas = wrapGas(problem, edges);
  for (const [i, e] of edges.entries()) gas += problem.curves[e]?.gas(amounts[i] ?? 0) ?? 0;
  return gas;
}

/** A curve that needs so much more gas for each unit. */
function withMoreGas(curve: Curve, perUnit: number): Curve {
  return {
    ...curve,
    gas: (amountIn) => curve.gas(amountIn) + perUnit * amountIn,
    tradeAt(price, trade) {
      curve.tradeAt(price, trade);
      trade.gas += perUnit * trade.input;
    },
  };
}
