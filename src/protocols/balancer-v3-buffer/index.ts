import type { Address } from "viem";
import { contractsOn } from "../deployment.ts";
import type { Protocol } from "../protocol.ts";
import { functions, swap } from "./actions.ts";
import { type BalancerV3BufferContracts, deployments } from "./contracts.ts";
import { curve } from "./curve.ts";
import { type BalancerV3Buffer, edges, holdings, maxIn, quote, spotPrice } from "./pool.ts";
import { reliance } from "./reliance.ts";
import { states } from "./states.ts";

/** The vault, which holds all buffers, and the router. */
function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const contracts = contractsOn(deployments, slug, chainId);
  return contracts === null ? [] : [contracts.vault, contracts.batchRouter];
}

/** ERC-4626 buffers of Balancer V3. */
export const balancerV3Buffer: Protocol<BalancerV3Buffer, BalancerV3BufferContracts> = {
  family: "balancer-v3-buffer",
  deployments,
  states,
  reliance,
  edges,
  maxIn,
  quote,
  spotPrice,
  holdings,
  curve,
  actions: { swap },
  functions,
  swapExecuters,
};
