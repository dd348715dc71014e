import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { type BalancerV3Buffer, GAS, maxIn, spotPrice } from "./pool.ts";

/** The wrapped token's price up to what the buffer has; quotes are below it by two units. */
export function curve(state: BalancerV3Buffer, edge: Edge, at: BlockContext): Curve {
  const { numerator, denominator } = spotPrice(state, edge, at);
  const rate = Number(numerator) / Number(denominator);
  return linear({ rate, capacity: capacityOf(maxIn(state, edge, at)), gas: Number(GAS) });
}
