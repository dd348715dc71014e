import type { Address } from "viem";

/**
 * Factories of Gyroscope's E-CLPs for the vault of Balancer V2, by chain; on Polygon that of pools
 * without rate providers, too. Each stands before a proxy that its owner may change.
 */
export const ECLP_FACTORIES = {
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  1: ["0x412a5b2e7a678471985542757a6855847d4931d5"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  10: ["0x9b683ca24b0e013512e2566b68704dbe9677413c"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  100: ["0x5d3be8aae57bf0d1986ff7766cc9607b6cc99b89"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  137: ["0xd4204551bc5397455f8897745d50ac4f6bee0ef6", "0x1a79a24db0f73e9087205287761fc9c5c305926b"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  8453: ["0x15e86be6084c6a5a8c17732d398dfbc2ec574cec"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  42161: ["0xdca5f1f0d7994a32bc511e7dba0259946653eaf6"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  43114: ["0x41e9ac0bfed353c2de21a980da0ebb8a464d946a"],
} as const satisfies Readonly<Record<number, readonly Address[]>>;

/** Factories of its 2-CLPs. */
export const TWO_CLP_FACTORIES = {
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/gyrostable/gyro-pools/blob/8e83ed6946/build/deployments/1/0x579653927BF509B361F6e3813f5D4B95331d98c9.json
  1: ["0x579653927bf509b361f6e3813f5d4b95331d98c9"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/gyroscope/index.js
  137: ["0x5d8545a7330245150be0ce88f8afb0edc41dfc34"],
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  // https://github.com/cowprotocol/services/blob/33deca29e1/crates/contracts/build.rs
  42161: ["0x7a36527a02d96693b0af2b70421f952816a4a088"],
} as const satisfies Readonly<Record<number, readonly Address[]>>;
