import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Contracts of Convex on one chain; lower-case. */
export interface ConvexContracts {
  readonly booster: Address;
  /** What the gauges pay, which every pool earns. */
  readonly rewardToken: Address;
  /** What is minted to whoever claims that. */
  readonly mintedToken: Address;
}

/** Convex on Curve's gauges. Above each address: the public files that state it. */
export const deployments: readonly Deployment<ConvexContracts>[] = [
  {
    slug: "convex-finance",
    name: "Convex",
    project: "convex-finance",
    url: "https://www.convexfinance.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/convex-finance"],
    description: "Stakes Curve pool shares with pooled vote power for higher rewards.",
    chains: {
      // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/convex-finance/protocols/convex-finance/config/templates/convex.template.yaml
      1: {
        startBlock: 12_450_992,
        contracts: {
          booster: "0xf403c135812408bfbe8713b5a23a04b3d48aae31",
          // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Booster.sol
          // https://github.com/Tokemak/v2-core-hats/blob/559466a17e/test/utils/Addresses.sol
          rewardToken: "0xd533a949740bb3306d119cc777fa900ba034cd52",
          // https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
          // https://github.com/Tokemak/v2-core-hats/blob/559466a17e/test/utils/Addresses.sol
          mintedToken: "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b",
        },
      },
    },
  },
];
