import { min } from "../../lib/math.ts";
import { ratesOf } from "./float-rates.ts";
import { lastRising } from "./float-solving.ts";
import { mostPtIn, type Priced } from "./market-math.ts";

/** The most PT of which each unit pays something, within what the proportion lets in. */
export function payingPtIn(priced: Priced): bigint {
  const most = mostPtIn(priced);
  const { paySlope } = ratesOf(priced);
  const paying = lastRising(paySlope, Number(most));
  return paying === Number(most) ? most : min(BigInt(Math.floor(paying)), most);
}
