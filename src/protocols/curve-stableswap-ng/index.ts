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
import { type CurveNgContracts, deployments } from "./contracts.ts";
import type { CurveNgPool } from "./pool.ts";
import { states } from "./states.ts";

/** What multiplies the fee of an unbalanced pool, up to which it is the same for all. */
const FIXED_FEE_E10 = 10n ** 10n;

/**
 * Pools of Curve's stableswap-ng factories. A metapool counts its base pool's shares at what they
 * are worth at the moment, which a trade in that pool, in the same route too, moves.
 */
export const curveStableswapNg: Protocol<CurveNgPool, CurveNgContracts> = {
  family: "curve-stableswap-ng",
  deployments,
  states,
  reliance,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  // A fee that moves with the trade has no closed form: such edges are sampled.
  curve: (pool, edge, at) => (pool.offpegE10 > FIXED_FEE_E10 ? null : curve(pool, edge, at)),
  changesAt,
  actions: { swap, deposit, redeem },
  functions,
  liquidity: { share, mint, burn, mintOperation, burnOperation },
  defiTokens,
  apy,
};
