import type { Address } from "viem";
import { contractsOn } from "../deployment.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { changesAt } from "./changes-at.ts";
import { type BalancerV3Contracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, mint, share } from "./liquidity.ts";
import { apy, defiTokens, edges, holdings, maxIn, quote } from "./pool.ts";
import { spotPrice } from "./spot-price.ts";
import type { BalancerV3Pool } from "./state.ts";
import { states } from "./states.ts";

/** The vault, which holds all pools, and the routers. */
function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const contracts = contractsOn(deployments, slug, chainId);
  if (contracts === null) return [];
  return [contracts.vault, contracts.router, contracts.aggregatorRouter];
}

/** Weighted pools, stable ones and E-CLPs of Balancer V3. */
export const balancerV3: Protocol<BalancerV3Pool, BalancerV3Contracts> = {
  family: "balancer-v3",
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
  swapExecuters,
  defiTokens,
  apy,
};
