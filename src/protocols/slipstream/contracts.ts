import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** One generation of factories on a chain. */
export interface SlipstreamContracts {
  /** Lower-case. */
  readonly factory: Address;
  /**
   * What said the fees when this was written, null where no source states it; a factory that has
   * another one says so.
   */
  readonly feeModule: Address | null;
}

const AERODROME = {
  project: "aerodrome",
  url: "https://aerodrome.finance",
  logosUri: ["https://icons.llamao.fi/icons/protocols/aerodrome-slipstream"],
} as const;
const VELODROME = {
  project: "velodrome",
  url: "https://velodrome.finance",
  logosUri: ["https://icons.llamao.fi/icons/protocols/velodrome"],
} as const;

/**
 * Concentrated-liquidity pools of Aerodrome and Velodrome. Factories of every generation go on
 * making pools. Above each: the public files that state it.
 */
export const deployments: readonly Deployment<SlipstreamContracts>[] = [
  {
    slug: "aerodrome-slipstream",
    name: "Aerodrome Slipstream",
    ...AERODROME,
    description: "Concentrated-liquidity pools of Aerodrome on Base.",
    chains: {
      // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base.json
      // https://github.com/DefiLlama/dimension-adapters/blob/6453798be1/dexs/aerodrome-slipstream/index.ts
      8453: {
        contracts: {
          factory: "0x5e7bb104d84c7cb9b682aac2f3d509f5f406809a",
          feeModule: "0xdb45818a6db280ecfeb33cbebd445423d0216b5d",
        },
        startBlock: 13_843_704,
      },
    },
  },
  {
    slug: "aerodrome-slipstream-caps",
    name: "Aerodrome Slipstream (Gauge Caps)",
    ...AERODROME,
    description: "Second generation of Aerodrome's concentrated-liquidity pools.",
    chains: {
      // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base-Gauge-Caps.json
      // https://github.com/DefiLlama/dimension-adapters/blob/6453798be1/dexs/aerodrome-slipstream/index.ts
      8453: {
        contracts: {
          factory: "0xade65c38cd4849adba595a4323a8c7ddfe89716a",
          feeModule: "0x00cb12a1c84dfc1b9c70734c0385e769bc86e9ef",
        },
        startBlock: 36_953_918,
      },
    },
  },
  {
    slug: "aerodrome-slipstream-v3",
    name: "Aerodrome Slipstream (Gauges V3)",
    ...AERODROME,
    description: "Third generation of Aerodrome's concentrated-liquidity pools.",
    chains: {
      // https://github.com/aerodrome-finance/slipstream#gauges-v3-deployment
      // https://github.com/DefiLlama/dimension-adapters/blob/6453798be1/dexs/aerodrome-slipstream/index.ts
      8453: {
        contracts: { factory: "0xf8f2eb4940cfe7d13603dddd87f123820fc061ef", feeModule: null },
        startBlock: 44_394_724,
      },
    },
  },
  {
    slug: "velodrome-slipstream",
    name: "Velodrome Slipstream",
    ...VELODROME,
    description: "Concentrated-liquidity pools of Velodrome on Optimism.",
    chains: {
      // No public source states the start block.
      // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/README.md
      10: {
        contracts: {
          factory: "0xcc0bddb707055e04e497ab22a59c2af4391cd12f",
          feeModule: "0x7361e9079920fb75496e9764a2665d8ee5049d5f",
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "velodrome-slipstream-v2",
    name: "Velodrome Slipstream (Gauges V2)",
    ...VELODROME,
    description: "Second generation of Velodrome's concentrated-liquidity pools.",
    chains: {
      // No public source states the start block.
      // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/script/constants/output/DeployCL-Optimism.json
      10: {
        contracts: {
          factory: "0xe13dd1fba721aa81a1826d9523ac9bc7d260c879",
          feeModule: "0xbf571c205f45d29a99a9b5f0485e131d7e943f1c",
        },
        startBlock: null,
      },
    },
  },
];
