import { BalancerV3Vault } from "../../../abis/BalancerV3Vault.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments } from "./contracts.ts";

/** What Ponder indexes for the family, by source name: the vault tells of all pools. */
export function balancerV3Sources(environment: Pick<Environment, "chains">) {
  return {
    BalancerV3Vault: {
      abi: BalancerV3Vault,
      chain: chainSources(deployments, environment, {
        address: (contracts) => contracts.map(({ vault }) => vault),
      }),
    },
  };
}
