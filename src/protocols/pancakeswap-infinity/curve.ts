import type { Curve } from "../../lib/curves/curve.ts";
import type { Edge } from "../protocol.ts";
import { curveOf } from "../uniswap-v3/curve.ts";
import { GAS_BASE } from "../uniswap-v3/pool.ts";
import { GAS_OF_MANAGER, maxIn } from "../uniswap-v4/pool.ts";
import { GAS_OF_VAULT, type InfinityPool } from "./pool.ts";

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: InfinityPool, edge: Edge): Curve {
  const gasBase = GAS_BASE + GAS_OF_MANAGER + GAS_OF_VAULT;
  return curveOf(state, edge, { maxIn: maxIn(state, edge), gasBase });
}
