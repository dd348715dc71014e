import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { staircase } from "../../lib/curves/staircase.ts";
import { stairsOf } from "../liquidity-book/bin-steps.ts";
import type { Edge } from "../protocol.ts";
import { GAS_BASE, GAS_PER_BIN, type InfinityBinPool, maxIn } from "./pool.ts";
import { stepAt } from "./steps.ts";

/** The pool's bins from the current price on, in the direction of the edge. */
export function curve(state: InfinityBinPool, edge: Edge): Curve {
  const capacity = capacityOf(maxIn(state, edge));
  const stairs = stairsOf(stepAt(state, edge.tokenIn === state.tokenX));
  return staircase({ stairs, capacity, gas: (n) => GAS_BASE + n * GAS_PER_BIN });
}
