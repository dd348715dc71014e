import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { maxIn, STAKE_GAS, type StakingPool } from "./pool.ts";

/** One to one up to what the sum of stakes can take. */
export function curve(state: StakingPool, edge: Edge): Curve {
  return linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(STAKE_GAS) });
}
