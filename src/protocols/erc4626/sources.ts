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

/** Fewest seconds between two readings of a chain's vaults. */
const SECONDS_BETWEEN_READINGS = 2;

/**
 * The block source that reads the vaults: their prices, limits and switches change without events. From the start of live
 * indexing on, as old states need an archive node.
 */
export function erc4626Blocks(environment: Pick<Environment, "chains">) {
  const chain = Object.fromEntries(
    [...environment.chains.values()]
      .filter(({ chain: { chainId } }) => deployments.some(({ chains }) => chainId in chains))
      .map(({ chain: { name, blockTimeSeconds } }) => [
        name,
        { interval: Math.max(1, Math.ceil(SECONDS_BETWEEN_READINGS / blockTimeSeconds)) },
      ]),
  );
  return { Erc4626Reading: { chain, interval: 1, startBlock: "latest" as const } };
}
