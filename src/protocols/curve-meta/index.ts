import { share } from "../curve-stableswap/liquidity.ts";
import {
  apy,
  burn,
  changesAt,
  curve,
  maxIn,
  mint,
  quote,
  reliance,
  spotPrice,
} from "../curve-stableswap/metapool.ts";
import { defiTokens, edges, holdings } from "../curve-stableswap/pool.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveMetaContracts, deployments } from "./contracts.ts";
import type { CurveMetaPool } from "./pool.ts";
import { states } from "./states.ts";

/**
 * Metapools of Curve's factories before stableswap-ng: their base pool's virtual price, read in
 * every trade, is the rate of the second coin.
 */
export const curveMeta: Protocol<CurveMetaPool, CurveMetaContracts> = {
  family: "curve-meta",
  deployments,
  states,
  reliance,
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
