import type { Curve } from "../../lib/curves/curve.ts";
import type { Edge } from "../protocol.ts";
import { curveOf } from "../uniswap-v3/curve.ts";
import { GAS_BASE } from "../uniswap-v3/pool.ts";
import { GAS_OF_MANAGER, maxIn, type UniswapV4Pool } from "./pool.ts";

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: UniswapV4Pool, edge: Edge): Curve {
  return curveOf(state, edge, { maxIn: maxIn(state, edge), gasBase: GAS_BASE + GAS_OF_MANAGER });
}
