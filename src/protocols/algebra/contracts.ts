import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/**
 * Generations of the pools: V1 searches a bitmap of every 60th tick, V1.9 one of every tick,
 * Integral goes from initialised tick to initialised tick. The first two keep their oracle
 * themselves, Integral's is in a plugin.
 */
export type Generation = "v1" | "v1.9" | "integral";

/** A factory of one generation. */
export interface AlgebraContracts {
  /** Lower-case. */
  readonly factory: Address;
  readonly generation: Generation;
  /**
   * The event by which it tells of its pools: of its own, or of those that a deployer asked for.
   */
  readonly creation: "Pool" | "CustomPool";
}

/** Ticks per place of the bitmap that pools search; 0: none. */
export function placeTicksOf(generation: Generation): number {
  return { v1: 60, "v1.9": 1, integral: 0 }[generation];
}

function at(
  factory: Address,
  startBlock: number | null,
  generation: Generation,
  creation: AlgebraContracts["creation"] = "Pool",
): DeploymentOnChain<AlgebraContracts> {
  return { contracts: { factory, generation, creation }, startBlock };
}

const QUICKSWAP = {
  project: "quickswap",
  url: "https://quickswap.exchange",
  logosUri: ["https://icons.llamao.fi/icons/protocols/quickswap"],
} as const;
const CAMELOT = {
  project: "camelot",
  url: "https://camelot.exchange",
  logosUri: ["https://icons.llamao.fi/icons/protocols/camelot-v3"],
} as const;
const THENA = {
  project: "thena",
  url: "https://thena.fi",
  logosUri: ["https://icons.llamao.fi/icons/protocols/thena-v3"],
} as const;

/** Exchanges on Algebra. Above each factory: the public files that state it. */
export const deployments: readonly Deployment<AlgebraContracts>[] = [
  {
    slug: "quickswap-v3",
    name: "QuickSwap V3",
    ...QUICKSWAP,
    description: "Concentrated-liquidity pools of QuickSwap, whose fee follows the volatility.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      137: at("0x411b0facc3489691f28ad58c47006af5e3ab3a28", 32_610_688, "v1"),
    },
  },
  {
    slug: "quickswap-v4",
    name: "QuickSwap V4",
    ...QUICKSWAP,
    description: "QuickSwap's pools on Algebra Integral, with plugins.",
    chains: {
      // The second file states what deploys the factory's pools.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/quickswap-v4/index.js
      // https://github.com/0xProject/0x-settler/blob/f6b73031e5/src/core/univ3forks/QuickSwapV4.sol
      137: at("0x134c1dbe4860a9caaf89002574ffe814772d9904", 85_606_804, "integral"),
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra-integral/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/quickswap-v4/index.js
      8453: at("0xc5396866754799b9720125b104ae01d935ab9c7b", 30_736_835, "integral"),
    },
  },
  {
    slug: "camelot-v3",
    name: "Camelot V3",
    ...CAMELOT,
    description: "Concentrated-liquidity pools of Camelot, with a fee for each direction.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/camelot-v2/index.js
      42161: at("0x1a3c9b1d2f0529d97f2afc5136cc23e58f1fd35b", 75_633_510, "v1.9"),
    },
  },
  {
    slug: "camelot-v4",
    name: "Camelot V4",
    ...CAMELOT,
    description: "Camelot's pools on Algebra Integral, with plugins.",
    chains: {
      // No public source states the start block.
      // https://docs.camelot.exchange/contracts/arbitrum/one-mainnet
      42161: at("0xbefc4b405041c5833f53412ff997ed2f697a2f37", null, "integral"),
    },
  },
  {
    slug: "thena-fusion",
    name: "THENA Fusion",
    ...THENA,
    description: "Concentrated-liquidity pools of THENA, whose fee follows the volatility.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/quickswap/config.ts
      56: at("0x306f06c147f064a010530292a1eb6737c3e378e4", 26_030_310, "v1.9"),
    },
  },
  {
    slug: "thena-integral",
    name: "THENA V3,3",
    ...THENA,
    description: "THENA's pools on Algebra Integral, whose fee leans against the last move.",
    chains: {
      // The second file states what deploys the factory's pools.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/0xProject/0x-settler/blob/f6b73031e5/src/core/univ3forks/Thena.sol
      56: at("0x30055f87716d3dfd0e5198c27024481099fb4a98", 44_121_855, "integral"),
    },
  },
  {
    slug: "swapr-v3",
    name: "Swapr V3",
    project: "swapr",
    url: "https://swapr.eth.limo",
    logosUri: ["https://icons.llamao.fi/icons/protocols/swapr-v3"],
    description: "Concentrated-liquidity pools of Swapr on Gnosis.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      100: at("0xa0864cca6e114013ab0e27cbd5b6f4c8947da766", 30_096_640, "v1.9"),
    },
  },
  {
    slug: "hydrex",
    name: "Hydrex",
    project: "hydrex",
    url: "https://www.hydrex.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/hydrex"],
    description: "Vote-escrow exchange on Base with pools on Algebra Integral.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      8453: at("0x36077d39cdc65e1e3fb65810430e5b2c4d5fa29e", 31_648_963, "integral"),
    },
  },
  {
    slug: "blackhole-cl",
    name: "Blackhole CL",
    project: "blackhole",
    url: "https://blackhole.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/blackhole-cl"],
    description: "Vote-escrow exchange on Avalanche with pools on Algebra Integral.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra-integral/config.ts
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/dexs/blackhole-CL.ts
      43114: at("0x512eb749541b7cf294be882d636218c84a5e9e5f", 65_218_551, "integral", "CustomPool"),
    },
  },
  {
    slug: "supernova-cl",
    name: "Supernova CL",
    project: "supernova",
    url: "https://supernova.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/supernova-cl"],
    description: "Vote-escrow exchange on Ethereum with pools on Algebra Integral.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra-integral/config.ts
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/dexs/supernova-CL.ts
      1: at("0x44b7fbd4d87149efa5347c451e74b9fd18e89c55", 24_390_427, "integral", "CustomPool"),
    },
  },
  {
    slug: "bulla-exchange",
    name: "Bulla Exchange",
    project: "bulla",
    url: "https://www.bulla.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/bullaexchange"],
    description: "Concentrated-liquidity pools on Berachain, on Algebra Integral.",
    chains: {
      // The second file states what deploys the factory's pools.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/0xProject/0x-settler/blob/f6b73031e5/src/core/univ3forks/Bulla.sol
      80094: at("0x79164ea9c1aa75d19ddfc71ebeaea8092d1e71ce", 782_756, "integral"),
    },
  },
  {
    slug: "wasabee",
    name: "Wasabee",
    project: "wasabee",
    url: "https://wasabee.honeypotfinance.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/wasabee"],
    description: "Concentrated-liquidity pools of Honeypot on Berachain, on Algebra Integral.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/factory/uniV3.ts
      80094: at("0x7d53327d78efd0b463bd8d7dc938c52402323b95", 786_501, "integral"),
    },
  },
];
