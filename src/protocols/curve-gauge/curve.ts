import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { type CurveGauge, GAS, maxIn } from "./pool.ts";

/** One to one, up to all deposits on the way out. */
export function curve(state: CurveGauge, edge: Edge): Curve {
  const gas = GAS[edge.action === "redeem" ? "redeem" : "deposit"];
  return linear({ rate: 1, capacity: capacityOf(maxIn(state, edge)), gas: Number(gas) });
}
