import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Swap fees of a factory by kind of curve, basis points. */
export interface SolidlyFees {
  readonly stableBps: number;
  readonly volatileBps: number;
}

/** A factory of stable and volatile pools on one chain. */
export interface SolidlyContracts {
  /** Lower-case. */
  readonly factory: Address;
  /** Adds liquidity; null where none is known. */
  readonly router: Address | null;
  /**
   * `v2`: Velodrome V2 and what is made of it, whose events tell fees per pool and pauses. `v1`:
   * Velodrome V1 and other Solidly forks, whose fees and pauses emit nothing, and whose stable
   * curve is solved with another rounding.
   */
  readonly generation: "v1" | "v2";
  /**
   * Fees of pools without one of their own, until they are read: a change emits no event.
   * `per-pool` where no event tells the pools' own fees either, so that the factory is asked for
   * them.
   */
  readonly fees: SolidlyFees | "per-pool";
}

/** Solidly's forks. Above each factory: the public files that state it. */
export const deployments: readonly Deployment<SolidlyContracts>[] = [
  {
    slug: "aerodrome",
    name: "Aerodrome",
    project: "aerodrome",
    url: "https://aerodrome.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aerodrome"],
    description: "Stable and volatile pools of Base's largest exchange.",
    chains: {
      // https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e/script/constants/output/DeployCore-Base.json
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/solidly/config.ts
      8453: {
        contracts: {
          factory: "0x420dd381b31aef6683db6b902084cb0ffece40da",
          router: "0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43",
          generation: "v2",
          fees: { stableBps: 5, volatileBps: 30 },
        },
        startBlock: 3_200_559,
      },
    },
  },
  {
    slug: "velodrome-v2",
    name: "Velodrome V2",
    project: "velodrome",
    url: "https://velodrome.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/velodrome"],
    description: "Stable and volatile pools of Optimism's largest exchange.",
    chains: {
      // https://github.com/velodrome-finance/contracts/blob/1ea5feec5c/README.md
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/solidly/config.ts
      10: {
        contracts: {
          factory: "0xf1046053aa5682b4f9a81b5481394da16be5ff5a",
          router: "0xa062ae8a9c5e11aaa026fc2670b0d65ccc8b2858",
          generation: "v2",
          fees: { stableBps: 5, volatileBps: 30 },
        },
        startBlock: 105_896_804,
      },
    },
  },
  {
    slug: "velodrome-v1",
    name: "Velodrome V1",
    project: "velodrome",
    url: "https://velodrome.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/velodrome"],
    description: "First version of Velodrome's pools on Optimism.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/solidly/config.ts
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/optimism/platforms/velodrome.ts
      10: {
        contracts: {
          factory: "0x25cbddb98b35ab1ff77413456b31ec81a6b6b746",
          router: null,
          generation: "v1",
          fees: { stableBps: 5, volatileBps: 5 },
        },
        startBlock: 10_078_686,
      },
    },
  },
  {
    slug: "thena-v1",
    name: "Thena V1",
    project: "thena",
    url: "https://thena.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/thena"],
    description: "Stable and volatile pools of Thena on BNB Chain.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/solidly/config.ts
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/bsc/platforms/thena.ts
      56: {
        contracts: {
          factory: "0xafd89d21bdb66d00817d4153e055830b1c2b3970",
          router: "0x20a304a7d126758dfe6b243d0fc515f83bca8431",
          generation: "v1",
          fees: { stableBps: 1, volatileBps: 20 },
        },
        startBlock: 24_468_802,
      },
    },
  },
  {
    slug: "ramses-v1",
    name: "Ramses V1",
    project: "ramses",
    url: "https://www.ramses.exchange",
    logosUri: [],
    description: "Stable and volatile pools of Ramses on Arbitrum, with a fee per pool.",
    chains: {
      // No public source states the start block.
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/solidly/config.ts
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/arbitrum/platforms/ramses.ts
      42161: {
        contracts: {
          factory: "0xaaa20d08e59f6561f242b08513d36266c5a29415",
          router: "0xaaa87963efeb6f7e0a2711f397663105acb1805e",
          generation: "v1",
          fees: "per-pool",
        },
        startBlock: null,
      },
    },
  },
];
