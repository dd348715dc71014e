import type { Curve } from "../../lib/curves/curve.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { curveOf } from "../uniswap-v3/curve.ts";
import { GAS_BASE } from "../uniswap-v3/pool.ts";
import { chargedAt, GAS_OF_FEE, maxIn, type SlipstreamPool } from "./pool.ts";

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: SlipstreamPool, edge: Edge, at: BlockContext): Curve {
  const most = maxIn(state, edge, at);
  return curveOf(chargedAt(state, at), edge, { maxIn: most, gasBase: GAS_BASE + GAS_OF_FEE });
}
