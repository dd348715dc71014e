import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** The contract that holds all pools of a chain. */
export interface UniswapV4Contracts {
  /** Lower-case. */
  readonly manager: Address;
}

function at(manager: Address, startBlock: number): DeploymentOnChain<UniswapV4Contracts> {
  return { contracts: { manager }, startBlock };
}

/** Uniswap V4. */
export const deployments: readonly Deployment<UniswapV4Contracts>[] = [
  {
    slug: "uniswap-v4",
    name: "Uniswap V4",
    project: "uniswap",
    url: "https://app.uniswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap-v4"],
    description: "All pools in one contract, with concentrated liquidity and hooks.",
    chains: {
      // https://github.com/Uniswap/v4-subgraph/blob/fc74dfcc3d/networks.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      // https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
      1: at("0x000000000004444c5dc75cb358380d2e3de08a90", 21_688_329),
      10: at("0x9a13f98cb987694c9f086b1f5eb990eea8264ec3", 130_947_675),
      56: at("0x28e2ea090877bf75740558f6bfb36a5ffee9e9df", 45_970_610),
      137: at("0x67366782805870060151383f4bbff9dab53e5cd6", 66_980_384),
      8453: at("0x498581ff718922c3f8e6a244956af099b2652b2b", 25_350_988),
      42161: at("0x360e68faccca8ca495c1b759fd9eee466db9fb32", 297_842_872),
      43114: at("0x06380c0e0912312b5150364b9dc4542ba0dbbc85", 56_195_376),
    },
  },
];
