import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type FluidContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import type { FluidPool } from "./state.ts";
import { states } from "./states.ts";

/** Pools of Fluid DEX, whose liquidity is collateral and debt in its Liquidity layer. */
export const fluid: Protocol<FluidPool, FluidContracts> = {
  family: "fluid",
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
