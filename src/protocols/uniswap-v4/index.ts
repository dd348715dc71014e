import { SYNC } from "../operation.ts";
import type { Protocol } from "../protocol.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { spotPrice } from "../uniswap-v3/pool.ts";
import { swap } from "./actions.ts";
import { deployments, type UniswapV4Contracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, maxIn, quote, type UniswapV4Pool } from "./pool.ts";
import { ranges } from "./ranges.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Pools of Uniswap V4 in whose swaps no hook takes part. */
export const uniswapV4: Protocol<UniswapV4Pool, UniswapV4Contracts> = {
  family: "uniswap-v4",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions: [SYNC, ...ranges.functions],
  fixedFunctions: [SYNC, ...ranges.fixedFunctions],
  ranges: () => ranges,
  swapExecuters,
};
