import type { Protocol } from "../protocol.ts";
import { deposit, redeem, swap } from "./actions.ts";
import { type BalancerV2Contracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { load } from "./load.ts";
import { apy, defiTokens, edges, holdings, maxIn, quote } from "./pool.ts";
import { spotPrice } from "./spot-price.ts";
import type { BalancerV2Pool } from "./state.ts";

/** Weighted and composable stable pools of Balancer V2 and its forks. */
export const balancerV2: Protocol<BalancerV2Pool, BalancerV2Contracts> = {
  family: "balancer-v2",
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
