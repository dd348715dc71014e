import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { staircase } from "../../lib/curves/staircase.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { stairsOf } from "./bin-steps.ts";
import { GAS_BASE, GAS_PER_BIN, type LiquidityBookPool, maxIn } from "./pool.ts";
import { stepAt } from "./steps.ts";

/** The pair's bins from the current price on, in the direction of the edge. */
export function curve(state: LiquidityBookPool, edge: Edge, at: BlockContext): Curve {
  const capacity = capacityOf(maxIn(state, edge, at));
  const stairs = stairsOf(stepAt(state, edge.tokenIn === state.tokenX, at));
  return staircase({ stairs, capacity, gas: (n) => GAS_BASE + n * GAS_PER_BIN });
}
