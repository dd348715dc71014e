import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { GAS, gemPrice, maxIn, type SkyPsm } from "./pool.ts";

const WAD = 1e18;

/** Par less the fee, up to what there is. */
export function curve(state: SkyPsm, edge: Edge): Curve {
  const { gem, dai, gemScale, tinWad } = state;
  const rate =
    edge.tokenIn === gem
      ? Number(gemScale) * Math.max(1 - Number(tinWad) / WAD, 0)
      : 1 / Number(gemPrice(state));
  const gas = edge.tokenIn === dai || edge.tokenOut === dai ? GAS.dai : GAS.usds;
  return linear({ rate, capacity: capacityOf(maxIn(state, edge)), gas: Number(gas) });
}
