import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { type ChefPool, maxIn, STAKE_GAS } from "./pool.ts";

/** One to one up to what the sum of stakes can take. */
export function curve(state: ChefPool, edge: Edge): Curve {
  return linear({
    rate: 1,
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(STAKE_GAS[state.credits]),
  });
}
