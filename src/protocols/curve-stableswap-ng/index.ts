import { curve } from "../curve-stableswap/curve.ts";
import { burn, mint, share } from "../curve-stableswap/liquidity.ts";
import {
  apy,
  defiTokens,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
} from "../curve-stableswap/pool.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveNgContracts, deployments } from "./contracts.ts";
import type { CurveNgPool } from "./pool.ts";
import { states } from "./states.ts";

/** Pools of Curve's stableswap-ng factories. */
export const curveStableswapNg: Protocol<CurveNgPool, CurveNgContracts> = {
  family: "curve-stableswap-ng",
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
