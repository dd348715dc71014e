import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { GAS, maxIn, type RocketPoolState } from "./pool.ts";

const WAD = 1e18;

/**
 * The oracle's rate up to the room or the collateral. The least deposit, which no concave curve can
 * show, is the quote's to refuse.
 */
export function curve(state: RocketPoolState, edge: Edge): Curve {
  const deposits = edge.action === "deposit";
  const rEthPerEther = Number(state.rEthSupply) / Number(state.totalEth);
  const kept = 1 - Number(state.depositFeeWad) / WAD;
  return linear({
    rate: deposits ? rEthPerEther * kept : 1 / rEthPerEther,
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(deposits ? GAS.deposit : GAS.burn),
  });
}
