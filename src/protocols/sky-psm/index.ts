import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type SkyPsmContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, maxIn, quote, type SkyPsm, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** Exchange of USDC for DAI and USDS with their issuer. */
export const skyPsm: Protocol<SkyPsm, SkyPsmContracts> = {
  family: "sky-psm",
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
