import type { Address } from "viem";
import { contractsOn } from "../deployment.ts";
import type { Protocol } from "../protocol.ts";
import { burnOperation, deposit, functions, mintOperation, redeem, swap } from "./actions.ts";
import { maxIn } from "./capacity.ts";
import { changesAt } from "./changes-at.ts";
import { type BalancerV2Contracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { burn, mint, share } from "./liquidity.ts";
import { apy, defiTokens, edges, holdings, quote } from "./pool.ts";
import { spotPrice } from "./spot-price.ts";
import type { BalancerV2Pool } from "./state.ts";
import { states } from "./states.ts";

/** The vault, which holds all pools of a deployment. */
function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const contracts = contractsOn(deployments, slug, chainId);
  return contracts === null ? [] : [contracts.vault];
}

/** Weighted and stable pools of Balancer V2 and its forks. */
export const balancerV2: Protocol<BalancerV2Pool, BalancerV2Contracts> = {
  family: "balancer-v2",
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
