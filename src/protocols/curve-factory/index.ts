import { share } from "../curve-stableswap/liquidity.ts";
import { apy, defiTokens, edges, holdings, spotPrice } from "../curve-stableswap/pool.ts";
import { changesAt } from "../curve-stableswap/reserves.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { type CurveFactoryContracts, type CurveNamedContracts, deployments } from "./contracts.ts";
import { maxIn } from "./max-in.ts";
import type { CurveFactoryPool } from "./pool.ts";
import { states } from "./states.ts";
import { burn, curve, mint, quote } from "./trades.ts";

/**
 * Plain pools of Curve's factories before stableswap-ng, those of crvUSD among them, and older
 * ones of native currency.
 */
export const curveFactory: Protocol<CurveFactoryPool, CurveFactoryContracts | CurveNamedContracts> =
  {
    family: "curve-factory",
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
    roundingTokens: ({ coins, shareBalance }) => (shareBalance ? coins.slice(1) : []),
    apy,
  };
