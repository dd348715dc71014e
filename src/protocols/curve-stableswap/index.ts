import type { Protocol } from "../protocol.ts";
import { deposit, redeem, swap } from "./actions.ts";
import { type CurveContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
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

/** Curve's plain pools. */
export const curveStableswap: Protocol<CurvePool, CurveContracts> = {
  family: "curve-stableswap",
  deployments,
  load,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap, deposit, redeem },
  defiTokens,
  apy,
};
