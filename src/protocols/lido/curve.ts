import { NATIVE } from "../../lib/address.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { GAS, type LidoState, maxIn, spotPrice } from "./pool.ts";

/**
 * A fixed rate up to the staking limit or what there is of a token. As stETH moves in whole shares,
 * quotes of it are up to 5 wei below.
 */
export function curve(state: LidoState, edge: Edge): Curve {
  const { numerator, denominator } = spotPrice(state, edge);
  return linear({
    rate: Number(numerator) / Number(denominator),
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(gasOf(state, edge)),
  });
}

function gasOf({ wstEth }: LidoState, { action, tokenIn, tokenOut }: Edge): bigint {
  if (action === "redeem") return GAS.unwrap;
  if (tokenIn !== NATIVE) return GAS.wrap;
  return tokenOut === wstEth ? GAS.stakeAndWrap : GAS.submit;
}
