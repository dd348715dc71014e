import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { type DexLiteContracts, deployments } from "./contracts.ts";
import { curve, edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import type { DexLitePool } from "./state.ts";
import { states } from "./states.ts";

/** Pools of Fluid DEX Lite, which one contract holds, around a center price. */
export const fluidDexLite: Protocol<DexLitePool, DexLiteContracts> = {
  family: "fluid-dex-lite",
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
