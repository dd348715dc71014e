import type { Address } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments, type Erc4626Contracts } from "./contracts.ts";

function addressesOf(contracts: readonly Erc4626Contracts[]): readonly Address[] {
  return contracts.flatMap(({ vaults }) => vaults.map(({ address }) => address));
}

/** What Ponder indexes for the family, by source name. */
export function erc4626Sources(environment: Pick<Environment, "chains">) {
  return {
    Erc4626Vault: {
      abi: Erc4626,
      chain: chainSources(deployments, environment, { address: addressesOf }),
    },
  };
}
