import type { Protocol } from "../protocol.ts";
import { swap } from "./actions.ts";
import { deployments, type UniswapV3Contracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { holdings } from "./holdings.ts";
import { edges, maxIn, quote, spotPrice, type UniswapV3Pool } from "./pool.ts";
import { fixedFunctions, functions, ranges } from "./ranges.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Concentrated-liquidity pools of Uniswap V3 and its forks. */
export const uniswapV3: Protocol<UniswapV3Pool, UniswapV3Contracts> = {
  family: "uniswap-v3",
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
  fixedFunctions,
  ranges,
  swapExecuters,
};
