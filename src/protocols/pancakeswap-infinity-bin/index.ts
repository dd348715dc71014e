import { edges, holdings, spotPrice } from "../liquidity-book/pool.ts";
import { SYNC } from "../operation.ts";
import type { InfinityContracts } from "../pancakeswap-infinity/contracts.ts";
import type { Protocol } from "../protocol.ts";
import { swap } from "./actions.ts";
import { deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type InfinityBinPool, maxIn, quote } from "./pool.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Pools of bins of PancakeSwap Infinity in whose swaps no hook takes part. */
export const pancakeswapInfinityBin: Protocol<InfinityBinPool, InfinityContracts> = {
  family: "pancakeswap-infinity-bin",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  // The vault is told what it will be paid in, as for pools of concentrated liquidity.
  functions: [SYNC],
  fixedFunctions: [SYNC],
  swapExecuters,
};
