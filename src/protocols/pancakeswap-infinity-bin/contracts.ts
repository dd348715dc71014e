import type { Address } from "viem";
import type { InfinityContracts } from "../pancakeswap-infinity/contracts.ts";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

function at(startBlock: number): DeploymentOnChain<InfinityContracts> {
  // The same on both chains; the vault is that of concentrated liquidity.
  // https://github.com/pancakeswap/infinity-core/blob/7c04695f/script/config/bsc-mainnet.json
  // https://github.com/pancakeswap/infinity-core/blob/7c04695f/script/config/base-mainnet.json
  const manager = "0xc697d2898e0d09264376196696c51d7abbbaa4a9";
  const vault = "0x238a358808379702088667322f80ac48bad5e6c4";
  return { contracts: { manager, vault }, startBlock };
}

/** PancakeSwap Infinity's pools of bins. */
export const deployments: readonly Deployment<InfinityContracts>[] = [
  {
    slug: "pancakeswap-infinity-bin",
    name: "PancakeSwap Infinity Bin",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap-infinity"],
    description: "Liquidity Book pools of PancakeSwap, whose bins have one price each, with hooks.",
    chains: {
      // The vault's, which was deployed some blocks before.
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
