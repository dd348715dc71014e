import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { type Stair, staircase } from "../../lib/curves/staircase.ts";
import type { Edge } from "../protocol.ts";
import { GAS_BASE, GAS_PER_BIN, type InfinityBinPool, maxIn } from "./pool.ts";
import { stepAt } from "./steps.ts";

/** The pool's bins from the current price on, in the direction of the edge. */
export function curve(state: InfinityBinPool, edge: Edge): Curve {
  const capacity = capacityOf(maxIn(state, edge));
  const step = stepAt(state, edge.tokenIn === state.tokenX);
  const stairs: Stair[] = [];
  for (let n = 0; ; n++) {
    const next = step(n);
    if (next === undefined) break;
    const length = Number(next.amountIn);
    stairs.push({ length, rate: Number(next.reserveOut) / length });
  }
  return staircase({ stairs, capacity, gas: (n) => GAS_BASE + n * GAS_PER_BIN });
}
