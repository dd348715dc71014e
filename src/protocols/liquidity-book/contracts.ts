import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Addresses of a generation of Liquidity Book on one chain. */
export interface LiquidityBookContracts {
  /** Lower-case. */
  readonly factory: Address;
}

const LFJ = {
  project: "trader-joe",
  url: "https://lfj.gg",
  logosUri: ["https://icons.llamao.fi/icons/protocols/trader-joe"],
} as const;

/**
 * LFJ's Liquidity Book, whose pairs hold their reserves in bins of one price each. V2.0 has other
 * contracts and is not supported. Above each: the public files that state it.
 */
export const deployments: readonly Deployment<LiquidityBookContracts>[] = [
  {
    slug: "lfj-v2-1",
    name: "LFJ V2.1",
    ...LFJ,
    description: "Liquidity Book pairs of LFJ, second generation.",
    chains: {
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/ee2ef8070a/dexs/joe-v2.1/index.ts
      1: {
        contracts: { factory: "0xdc8d77b69155c7e68a95a4fb0f06a71ff90b943a" },
        startBlock: 17_821_282,
      },
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/ee2ef8070a/dexs/joe-v2.1/index.ts
      56: {
        contracts: { factory: "0x8e42f2f4101563bf679975178e880fd87d3efd4e" },
        startBlock: 27_099_340,
      },
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/ee2ef8070a/dexs/joe-v2.1/index.ts
      42161: {
        contracts: { factory: "0x8e42f2f4101563bf679975178e880fd87d3efd4e" },
        startBlock: 77_473_199,
      },
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/ee2ef8070a/dexs/joe-v2.1/index.ts
      43114: {
        contracts: { factory: "0x8e42f2f4101563bf679975178e880fd87d3efd4e" },
        startBlock: 28_371_397,
      },
    },
  },
  {
    slug: "lfj-v2-2",
    name: "LFJ V2.2",
    ...LFJ,
    description: "Liquidity Book pairs of LFJ, third generation, which may have hooks.",
    chains: {
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/fbc5fec5c6/dexs/traderjoe-lb-v2-2/index.ts
      42161: {
        contracts: { factory: "0xb43120c4745967fa9b93e79c149e66b0f2d6fe0c" },
        startBlock: 220_345_864,
      },
      // https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
      // https://github.com/DefiLlama/dimension-adapters/blob/fbc5fec5c6/dexs/traderjoe-lb-v2-2/index.ts
      43114: {
        contracts: { factory: "0xb43120c4745967fa9b93e79c149e66b0f2d6fe0c" },
        startBlock: 46_536_129,
      },
    },
  },
];
