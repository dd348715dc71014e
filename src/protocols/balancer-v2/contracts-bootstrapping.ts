import type { Address } from "viem";

/**
 * Factories of the first liquidity bootstrapping pools for the vault of Balancer V2, by chain,
 * which take a growth of the invariant for fees even where weights moved.
 */
export const BOOTSTRAPPING_FACTORIES = {
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
  1: ["0x751a0bc0e3f75b38e01cf25bfce7ff36de1c87de"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/polygon.json
  137: ["0x751a0bc0e3f75b38e01cf25bfce7ff36de1c87de"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/arbitrum.json
  42161: ["0x142b9666a0a3a30477b052962dda81547e7029ab"],
} as const satisfies Readonly<Record<number, readonly Address[]>>;

/** Factories of the same pools without any fees of the protocol, which came after them. */
export const FEELESS_FACTORIES = {
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
  1: ["0x0f3e0c4218b7b0108a3643cfe9d3ec0d4f57c54e"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/optimism.json
  10: ["0xf302f9f50958c5593770fdf4d4812309ff77414f"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/bsc.json
  56: ["0xc128468b7ce63ea702c1f104d55a2566b13d3abd"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/gnosis.json
  100: ["0x85a80afee867adf27b50bdb7b76da70f1e853062"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/polygon.json
  137: ["0x41b953164995c11c81da73d212ed8af25741b7ac"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/base.json
  8453: ["0x0c6052254551eae3ecac77b01dfcf1025418828f"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/arbitrum.json
  42161: ["0x1802953277fd955f9a254b80aa0582f193cf1d77"],
  // https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/avalanche.json
  43114: ["0x0f3e0c4218b7b0108a3643cfe9d3ec0d4f57c54e"],
} as const satisfies Readonly<Record<number, readonly Address[]>>;
