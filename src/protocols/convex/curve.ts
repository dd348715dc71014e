import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { type ConvexPool, maxIn, STAKE_GAS } from "./pool.ts";

/** One to one up to what the sum of deposits can take. */
export function curve(state: ConvexPool, edge: Edge): Curve {
  return linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(STAKE_GAS) });
}
