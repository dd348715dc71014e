import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** The contracts of a chain's pools. */
export interface InfinityContracts {
  /** Knows all concentrated-liquidity pools. Lower-case. */
  readonly manager: Address;
  /** Holds their tokens, and those of other kinds of pools. Lower-case. */
  readonly vault: Address;
}

/**
 * The same on all chains.
 *
 * @see https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/infinity/resources/addresses.mdx
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/script/config/bsc-mainnet.json
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/script/config/base-mainnet.json
 */
export const CONTRACTS: InfinityContracts = {
  manager: "0xa0ffb9c1ce1fe56963b0321b32e7a0302114058b",
  vault: "0x238a358808379702088667322f80ac48bad5e6c4",
};

function at(startBlock: number): DeploymentOnChain<InfinityContracts> {
  return { contracts: CONTRACTS, startBlock };
}

/** PancakeSwap Infinity. */
export const deployments: readonly Deployment<InfinityContracts>[] = [
  {
    slug: "pancakeswap-infinity",
    name: "PancakeSwap Infinity",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap-infinity"],
    description: "Concentrated-liquidity pools of PancakeSwap in one vault, with hooks.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/398b94cfa7/projects/pancakeswap-infinity/index.js
      56: at(47_214_308),
      8453: at(30_544_106),
    },
  },
];

/** The vault of a manager's pools. */
export function vaultOf(chainId: number, manager: Address): Address {
  for (const { chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts?.manager === manager) return contracts.vault;
  }
  throw new Error(`No deployment on chain ${chainId} has ${manager}; add it to contracts.ts.`);
}
