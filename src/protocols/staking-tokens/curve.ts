import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { Edge } from "../protocol.ts";
import { GAS, maxIn, type StakedToken, spotPrice } from "./pool.ts";
import { termsOf } from "./terms.ts";

/**
 * The issuer's rate up to the cap. The least deposit, which no concave curve can show, is the
 * quote's to refuse.
 */
export function curve(state: StakedToken, edge: Edge): Curve {
  const { numerator, denominator } = spotPrice(state, edge);
  return linear({
    rate: denominator === 0n ? 0 : Number(numerator) / Number(denominator),
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(gasOf(state, edge)),
  });
}

function gasOf({ slug, token, wrapper }: StakedToken, { tokenIn }: Edge): bigint {
  if (tokenIn === wrapper) return GAS.unwrap;
  return tokenIn === token ? GAS.wrap : termsOf(slug).depositGas;
}
