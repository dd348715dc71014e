import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, mint, share } from "./liquidity.ts";
import { maxIn } from "./max-in.ts";
import { apy, type CurvePool, defiTokens, edges, holdings, quote, spotPrice } from "./pool.ts";
import { changesAt } from "./reserves.ts";
import { states } from "./states.ts";

/** Curve's plain pools. */
export const curveStableswap: Protocol<CurvePool, CurveContracts> = {
  family: "curve-stableswap",
  deployments,
  states,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  changesAt,
  actions: { swap, deposit, redeem },
  functions,
  liquidity: { share, mint, burn, mintOperation, burnOperation },
  defiTokens,
  apy,
};
