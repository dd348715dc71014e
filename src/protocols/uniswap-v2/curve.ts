import { constantProduct } from "../../lib/curves/constant-product.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { PIPS } from "../../lib/math.ts";
import type { Edge } from "../protocol.ts";
import { maxIn, type UniswapV2Pool } from "./pool.ts";
import { SWAP_GAS } from "./swap.ts";

/** The product of the reserves, for swaps; liquidity adds and redemptions have no closed form. */
export function curve(state: UniswapV2Pool, edge: Edge): Curve | null {
  if (edge.action !== "swap") return null;
  const zeroForOne = edge.tokenIn === state.token0;
  return constantProduct({
    reserveIn: Number(zeroForOne ? state.reserve0 : state.reserve1),
    reserveOut: Number(zeroForOne ? state.reserve1 : state.reserve0),
    kept: 1 - state.feePips / Number(PIPS),
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(SWAP_GAS),
  });
}
