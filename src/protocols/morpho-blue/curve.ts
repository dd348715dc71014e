import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { accrue } from "./interest.ts";
import { type MorphoMarket, maxIn, SUPPLY_GAS, spotPrice } from "./pool.ts";

/** A fixed rate: a supply does not change what a share is worth. */
export function curve(state: MorphoMarket, edge: Edge, at: BlockContext): Curve {
  const { numerator, denominator } = spotPrice(accrue(state, at.timestamp), edge);
  return linear({
    rate: Number(numerator) / Number(denominator),
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(SUPPLY_GAS),
  });
}
