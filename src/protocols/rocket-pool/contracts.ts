import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/**
 * What never changes of Rocket Pool on one chain; lower-case. Storage names the other contracts,
 * which the DAO replaces.
 */
export interface RocketPoolContracts {
  readonly rEth: Address;
  readonly storage: Address;
}

/** Rocket Pool on Ethereum; rETH on other chains is bridged and cannot be minted there. */
export const deployments: readonly Deployment<RocketPoolContracts>[] = [
  {
    slug: "rocket-pool",
    name: "Rocket Pool",
    project: "rocket-pool",
    url: "https://rocketpool.net",
    logosUri: ["https://icons.llamao.fi/icons/protocols/rocket-pool"],
    description: "Liquid staking of ether with independent node operators; rETH grows in value.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/rocketpool/index.js
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/rocket-pool/protocols/rocket-pool/config/templates/rocket-pool.template.yaml
      // https://github.com/rocket-pool/docs.rocketpool.net/blob/133063e615/docs/de/protocol/contracts-integrations.md
      1: {
        contracts: {
          rEth: "0xae78736cd615f374d3085123a210448e74fc6393",
          storage: "0x1d8f8f00cfa6758d7be78336684788fb0ee0fa46",
        },
        startBlock: 13_325_233,
      },
    },
  },
];
