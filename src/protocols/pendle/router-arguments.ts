import { ZERO_ADDRESS } from "../../lib/address.ts";
import { max, min } from "../../lib/math.ts";
import { literal } from "../operation.ts";
import { ONE } from "./market-math.ts";

/** Amounts of PT that the router tries; a few are enough where the price has moved a little. */
export const MOST_TRIES = 64n;

/** What the router may be off by, as parts of 10^18: the least, and the most. */
const TOLERANCES = { least: 10n ** 11n, most: ONE / 2n };

/** So many units off of an amount, as a part of 10^18 within `TOLERANCES`. */
export function toleranceOf(unitsOff: bigint, amount: bigint): bigint {
  const { least, most } = TOLERANCES;
  return min(max((unitsOff * ONE) / max(amount, 1n), least), most);
}

/** No orders of the limit order book. */
export const NO_ORDERS = literal({
  ...{ limitRouter: ZERO_ADDRESS, epsSkipMarket: 0n, optData: "0x" },
  ...{ normalFills: [], flashFills: [] },
});
