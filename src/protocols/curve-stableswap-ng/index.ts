import { curve } from "../curve-stableswap/curve.ts";
import { burn, mint, share } from "../curve-stableswap/liquidity.ts";
import { maxIn } from "../curve-stableswap/max-in.ts";
import { apy, defiTokens, edges, holdings, quote, spotPrice } from "../curve-stableswap/pool.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveNgContracts, deployments } from "./contracts.ts";
import type { CurveNgPool } from "./pool.ts";
import { states } from "./states.ts";

/** What multiplies the fee of an unbalanced pool, up to which it is the same for all. */
const FIXED_FEE_E10 = 10n ** 10n;

/**
 * Pools of Curve's stableswap-ng factories. A metapool is not traded: it counts its base pool's
 * shares at their price of the moment, which a trade in that pool, in the same route too, moves.
 */
export const curveStableswapNg: Protocol<CurveNgPool, CurveNgContracts> = {
  family: "curve-stableswap-ng",
  deployments,
  states,
  edges: (pool) => (pool.isMeta ? [] : edges(pool)),
  maxIn,
  quote,
  spotPrice,
  holdings,
  // A fee that moves with the trade has no closed form: such edges are sampled.
  curve: (pool, edge, at) => (pool.offpegE10 > FIXED_FEE_E10 ? null : curve(pool, edge, at)),
  actions: { swap, deposit, redeem },
  functions,
  liquidity: {
    share: (pool) => (pool.isMeta ? null : share(pool)),
    mint,
    burn,
    mintOperation,
    burnOperation,
  },
  defiTokens: (pool) => (pool.isMeta ? [] : defiTokens(pool)),
  apy,
};
