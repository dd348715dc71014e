import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** A module that holds three stablecoins of its own, of 6, 18 and 18 decimals; lower-case. */
export interface SkyPsm3Contracts {
  readonly psm: Address;
  /** Says what sUSDS are worth at any time. */
  readonly oracle: Address;
  readonly usdc: Address;
  readonly usds: Address;
  readonly susds: Address;
}

/** Spark's modules on the chains that Sky's stablecoins are bridged to. */
export const deployments: readonly Deployment<SkyPsm3Contracts>[] = [
  {
    slug: "spark-psm3",
    name: "Spark PSM3",
    project: "spark",
    url: "https://spark.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/spark"],
    description:
      "Exchanges USDC, USDS and sUSDS at par and at the Sky Savings Rate, without a fee.",
    chains: {
      // https://github.com/sparkdotfi/spark-address-registry/blob/100b5ebc52fd2ceebe3786189878ccef75e82235/src/Optimism.sol
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/6ebb033444/projects/spark-liquidity-layer/index.js
      10: {
        contracts: {
          psm: "0xe0f9978b907853f354d79188a3defbd41978af62",
          oracle: "0x6e53585449142a5e6d5fc918ae6bea341dc81c68",
          usdc: "0x0b2c639c533813f4aa9d7837caf62653d097ff85",
          usds: "0x4f13a96ec5c4cf34e442b46bbd98a0791f20edc3",
          susds: "0xb5b2dc7fd34c249f4be7fb1fcea07950784229e0",
        },
        startBlock: null,
      },
      // https://github.com/sparkdotfi/spark-address-registry/blob/06e388946eb40ebf524bcc9c7edf3c73b3e435ef/src/Base.sol
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/6ebb033444/projects/spark-liquidity-layer/index.js
      8453: {
        contracts: {
          psm: "0x1601843c5e9bc251a3272907010afa41fa18347e",
          oracle: "0x65d946e533748a998b1f0e430803e39a6388f7a1",
          usdc: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
          usds: "0x820c137fa70c8691f0e44dc420a5e53c168921dc",
          susds: "0x5875eee11cf8398102fdad704c9e96607675467a",
        },
        startBlock: null,
      },
      // https://github.com/sparkdotfi/spark-address-registry/blob/10cfb6d6a85c01537c44b7af2c72adf8cfb2e22f/src/Arbitrum.sol
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/6ebb033444/projects/spark-liquidity-layer/index.js
      42161: {
        contracts: {
          psm: "0x2b05f8e1cacc6974fd79a673a341fe1f58d27266",
          oracle: "0xee2816c1e1eed14d444552654ed3027abc033a36",
          usdc: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
          usds: "0x6491c05a82219b8d1479057361ff1654749b876b",
          susds: "0xddb46999f8891663a8f2828d25298f70416d7610",
        },
        startBlock: null,
      },
    },
  },
];
