import { ZERO_ADDRESS } from "../../lib/address.ts";
import { literal } from "../operation.ts";

/** Amounts of PT that the router tries; a few are enough where the price has moved a little. */
export const MOST_TRIES = 64n;

/** No orders of the limit order book. */
export const NO_ORDERS = literal({
  ...{ limitRouter: ZERO_ADDRESS, epsSkipMarket: 0n, optData: "0x" },
  ...{ normalFills: [], flashFills: [] },
});
