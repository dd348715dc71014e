import type { Protocol } from "../protocol.ts";
import { swap } from "./actions.ts";
import { deployments, type UniswapV2Contracts } from "./contracts.ts";
import { load } from "./load.ts";
import { edges, maxIn, quote, spotPrice, type UniswapV2Pool } from "./pool.ts";

/** Constant-product pairs of Uniswap V2 and its forks. */
export const uniswapV2: Protocol<UniswapV2Pool, UniswapV2Contracts> = {
  family: "uniswap-v2",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  actions: { swap },
};
