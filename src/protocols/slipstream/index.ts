import type { Protocol } from "../protocol.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { spotPrice } from "../uniswap-v3/pool.ts";
import { swap } from "./actions.ts";
import { deployments, type SlipstreamContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, maxIn, quote, type SlipstreamPool } from "./pool.ts";
import { ranges } from "./ranges.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Concentrated-liquidity pools of Aerodrome and Velodrome, whose fee a module says. */
export const slipstream: Protocol<SlipstreamPool, SlipstreamContracts> = {
  family: "slipstream",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions: ranges.functions,
  fixedFunctions: ranges.fixedFunctions,
  ranges: () => ranges,
  swapExecuters,
};
