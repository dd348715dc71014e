import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type SkyPsm3Contracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, maxIn, quote, type SkyPsm3, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** Exchange of USDC, USDS and sUSDS with Spark on the chains that they are bridged to. */
export const skyPsm3: Protocol<SkyPsm3, SkyPsm3Contracts> = {
  family: "sky-psm3",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions,
};
