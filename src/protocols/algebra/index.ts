import type { Protocol } from "../protocol.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { spotPrice } from "../uniswap-v3/pool.ts";
import { swap } from "./actions.ts";
import { type AlgebraContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type AlgebraPool, edges, maxIn, quote } from "./pool.ts";
import { swapExecuters } from "./routers.ts";
import { states } from "./states.ts";

/** Concentrated-liquidity pools on Algebra, whose fees follow how they are traded. */
export const algebra: Protocol<AlgebraPool, AlgebraContracts> = {
  family: "algebra",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions: [],
  swapExecuters,
};
