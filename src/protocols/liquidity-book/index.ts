import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { deployments, type LiquidityBookContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { edges, holdings, type LiquidityBookPool, maxIn, quote, spotPrice } from "./pool.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** LFJ's Liquidity Book: bins of one price each, and a fee that grows with what trades cross. */
export const liquidityBook: Protocol<LiquidityBookPool, LiquidityBookContracts> = {
  family: "liquidity-book",
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
  swapExecuters,
};
