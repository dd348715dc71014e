import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { GAS, maxIn, type SkyPsm3, spotPrice } from "./pool.ts";

/** The rate, up to what there is. */
export function curve(state: SkyPsm3, edge: Edge, at: BlockContext): Curve {
  const { numerator, denominator } = spotPrice(state, edge, at);
  const rate = Number(numerator) / Number(denominator);
  return linear({ rate, capacity: capacityOf(maxIn(state, edge, at)), gas: Number(GAS) });
}
