import type { Address } from "viem";
import { contractsOn } from "../deployment.ts";
import { annualPercent } from "../growth.ts";
import type { Liquidity, Share } from "../liquidity.ts";
import { burnOperation } from "../pair-shares.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { Protocol } from "../protocol.ts";
import { deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { deployments, type SolidlyContracts } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, MINIMUM_LIQUIDITY, mint } from "./liquidity.ts";
import { edges, holdings, maxIn, quote, type SolidlyPool, spotPrice } from "./pool.ts";
import { states } from "./states.ts";

/** The pool as the token of its shares. */
function defiTokens({ address, token0, token1, router }: SolidlyPool): readonly DefiToken[] {
  const underlyingTokens = [token0, token1];
  return [{ address, underlyingTokens, primaryAddress: router ?? address, exact: true }];
}

/**
 * Yearly percent of the swap fees over the reserves. The pools keep fees apart: who holds shares
 * claims them from the pool, and while shares are staked in a gauge the gauge's voters get them
 * instead, in return for emissions that are not counted here.
 */
function apy({ feeIndexWad, since }: SolidlyPool, _key: Address, { at }: ApyContext): number {
  if (since === null) return 0;
  return annualPercent(since, { price: feeIndexWad, timestamp: Number(at.timestamp) });
}

function share({ address, token0, token1, reserve0, reserve1, totalSupply }: SolidlyPool) {
  if (reserve0 === 0n || reserve1 === 0n || totalSupply <= MINIMUM_LIQUIDITY) return null;
  return { token: address, tokens: [token0, token1], takes: "proportion" } satisfies Share;
}

const liquidity: Liquidity<SolidlyPool> = { share, mint, burn, mintOperation, burnOperation };

/** The router of a deployment. */
function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const router = contractsOn(deployments, slug, chainId)?.router ?? null;
  return router === null ? [] : [router];
}

/** Stable and volatile pools of Aerodrome, Velodrome and other forks of Solidly. */
export const solidly: Protocol<SolidlyPool, SolidlyContracts> = {
  family: "solidly",
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
  liquidity,
  swapExecuters,
  defiTokens,
  apy,
};
