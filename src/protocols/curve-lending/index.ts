import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveLendingContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, mint, share } from "./liquidity.ts";
import { maxIn } from "./max-in.ts";
import {
  apy,
  type CurveLendingPool,
  defiTokens,
  edges,
  holdings,
  quote,
  spotPrice,
} from "./pool.ts";
import { states } from "./states.ts";

/** Curve's pools of what Aave V2 lends out. */
export const curveLending: Protocol<CurveLendingPool, CurveLendingContracts> = {
  family: "curve-lending",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap, deposit, redeem },
  functions,
  liquidity: { share, mint, burn, mintOperation, burnOperation },
  defiTokens,
  apy,
};
