import type { Protocol } from "../protocol.ts";
import { deposit, functions, redeem, swap } from "./actions.ts";
import { type CurveContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import {
  apy,
  type CurvePool,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
} from "./pool.ts";
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
  actions: { swap, deposit, redeem },
  functions,
  defiTokens,
  apy,
};
