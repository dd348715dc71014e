import { SYNC } from "../operation.ts";
import type { Protocol } from "../protocol.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { spotPrice } from "../uniswap-v3/pool.ts";
import { edges, maxIn } from "../uniswap-v4/pool.ts";
import { swap } from "./actions.ts";
import { deployments, type InfinityContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type InfinityPool, quote } from "./pool.ts";
import { ranges } from "./ranges.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Concentrated-liquidity pools of PancakeSwap Infinity in whose swaps no hook takes part. */
export const pancakeswapInfinity: Protocol<InfinityPool, InfinityContracts> = {
  family: "pancakeswap-infinity",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  // The vault is told what it will be paid in, as a manager of Uniswap V4.
  functions: [SYNC, ...ranges.functions],
  fixedFunctions: [SYNC, ...ranges.fixedFunctions],
  ranges: () => ranges,
  swapExecuters,
};
