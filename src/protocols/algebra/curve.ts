import type { Curve } from "../../lib/curves/curve.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { curveOf } from "../uniswap-v3/curve.ts";
import { GAS_BASE } from "../uniswap-v3/pool.ts";
import { type AlgebraPool, chargedAt, GAS_OF_FEE, maxIn } from "./pool.ts";

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: AlgebraPool, edge: Edge, at: BlockContext): Curve {
  const gasBase = state.dynamicFee === null ? GAS_BASE : GAS_BASE + GAS_OF_FEE;
  return curveOf(chargedAt(state, at), edge, { maxIn: maxIn(state, edge, at), gasBase });
}
