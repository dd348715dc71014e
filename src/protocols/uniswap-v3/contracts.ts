import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** A concentrated-liquidity factory on one chain. */
export interface UniswapV3Contracts {
  /** Lower-case. */
  readonly factory: Address;
  /**
   * Whose pools they are: the `Swap` of PancakeSwap's carries two more amounts; the `Mint` of
   * Ramses' an index of the position, and their fee changes, which another event tells.
   */
  readonly pools: "uniswap" | "pancakeswap" | "ramses";
}

function at(
  factory: Address,
  startBlock: number | null,
  pools: UniswapV3Contracts["pools"],
): DeploymentOnChain<UniswapV3Contracts> {
  return { contracts: { factory, pools }, startBlock };
}

/** Uniswap V3 and its forks. Above each factory: the public files that state it. */
export const deployments: readonly Deployment<UniswapV3Contracts>[] = [
  {
    slug: "uniswap-v3",
    name: "Uniswap V3",
    project: "uniswap",
    url: "https://app.uniswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap-v3"],
    description: "Pools with liquidity concentrated in price ranges and several fee tiers.",
    chains: {
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/ethereum/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      1: at("0x1f98431c8ad98523631ae4a59f267346ea31f984", 12_369_620, "uniswap"),
      // Pools from before the regenesis of 2021 have no PoolCreated log on this chain and are not
      // found.
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/optimism/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      10: at("0x1f98431c8ad98523631ae4a59f267346ea31f984", 0, "uniswap"),
      // The official subgraph repeats the start block of Ethereum here; this is the one of messari.
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/bsc/config.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-v3-forks/protocols/uniswap-v3/config/deployments/uniswap-v3-bsc/configurations.json
      56: at("0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7", 26_324_014, "uniswap"),
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/matic/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      137: at("0x1f98431c8ad98523631ae4a59f267346ea31f984", 22_757_546, "uniswap"),
      // Sources differ; the earliest start block loses no event.
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/base/config.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-v3-forks/protocols/uniswap-v3/config/deployments/uniswap-v3-base/configurations.json
      8453: at("0x33128a8fc17869897dce68ed026d694621f6fdfd", 1_371_670, "uniswap"),
      // Sources differ; the earliest start block loses no event.
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/arbitrum-one/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      42161: at("0x1f98431c8ad98523631ae4a59f267346ea31f984", 163, "uniswap"),
      // https://github.com/Uniswap/v3-subgraph/blob/0f8631d0c8/config/avalanche/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      43114: at("0x740b1c1de25031c31ff4fc9a62f554a55cdc1bad", 27_832_971, "uniswap"),
    },
  },
  {
    slug: "oku-trade",
    name: "Oku",
    project: "oku",
    url: "https://oku.trade",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap-v3"],
    description: "Front end and operator of Uniswap V3 deployments on further chains.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/uniswap/index.js
      100: at("0xe32f7dd7e3f098d518ff19a22d5f028e076489b1", 27_416_614, "uniswap"),
    },
  },
  {
    slug: "sushiswap-v3",
    name: "SushiSwap V3",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sushiswap-v3"],
    description: "The concentrated-liquidity pools of Sushi.",
    chains: {
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      1: at("0xbaceb8ec6b9355dfc0269c18bac9d6e2bdc29c4f", 16_955_547, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/optimism.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      10: at("0x9c6522117e2ed1fe5bdb72bb0ed5e3f2bde7dbe0", 85_432_013, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/bsc.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      56: at("0x126555dd55a39328f69400d6ae4f782bd4c34abb", 26_976_538, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/gnosis.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      100: at("0xf78031cbca409f2fb6876bdfdbc1b2df24cf9bef", 27_232_871, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/polygon.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      137: at("0x917933899c6a5f8e37f31e19f92cdbff7e8ff0e2", 41_024_971, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/base.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      8453: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 1_759_510, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/arbitrum.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      42161: at("0x1af415a1eba07a4986a52b6f2e7de7003d82231e", 75_998_697, "uniswap"),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/avalanche.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
      43114: at("0x3e603c14af37ebdad31709c4f848fc6ad5bec715", 28_186_391, "uniswap"),
    },
  },
  {
    slug: "pancakeswap-v3",
    name: "PancakeSwap V3",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap-amm-v3"],
    description: "Concentrated-liquidity pools of PancakeSwap, with a 0.25% tier.",
    chains: {
      // The earlier of the factory and the position manager, on every chain.
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/mainnet.js
      1: at("0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865", 16_944_786, "pancakeswap"),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/bsc.js
      56: at("0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865", 26_931_961, "pancakeswap"),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/base.js
      8453: at("0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865", 2_912_007, "pancakeswap"),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/arbitrum.js
      42161: at("0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865", 101_028_949, "pancakeswap"),
    },
  },
  {
    slug: "kodiak-v3",
    name: "Kodiak V3",
    project: "kodiak",
    url: "https://www.kodiak.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/kodiak-v3"],
    description: "Concentrated-liquidity pools of Kodiak on Berachain.",
    chains: {
      // Swaps call back `uniswapV3SwapCallback`:
      // https://github.com/0xProject/0x-settler/blob/03072dcc03/src/chains/Berachain/Common.sol
      // https://github.com/0xProject/0x-settler/blob/f6b73031e5/src/core/univ3forks/KodiakV3.sol
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      80094: at("0xd84cbf0b02636e7f53db9e5e45a616e05d710990", 12314, "uniswap"),
    },
  },
  {
    slug: "ramses-v3",
    name: "Ramses V3",
    project: "ramses",
    url: "https://www.ramses.xyz",
    logosUri: ["https://icons.llamao.fi/icons/protocols/ramses-cl"],
    description: "Concentrated-liquidity pools of Ramses, whose fees are adjusted.",
    chains: {
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/propeller-heads/tycho/blob/f183257829/protocols/substreams/polygon-ramses-v3/CHANGELOG.md
      137: at("0x2bef16a0081565e72100d73cbe19b1bd2d802380", 82_177_771, "ramses"),
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      // https://github.com/propeller-heads/tycho/blob/f183257829/protocols/substreams/polygon-ramses-v3/CHANGELOG.md
      42161: at("0xd0019e86edb35e1fedaab03aed5c3c60f115d28b", 420_275_312, "ramses"),
    },
  },
  {
    slug: "pharaoh-v3",
    name: "Pharaoh V3",
    project: "pharaoh",
    url: "https://www.phar.gg",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pharaoh-exchange"],
    description: "Concentrated-liquidity pools of Pharaoh, with the code of Ramses V3.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
      43114: at("0xae6e5c62328ade73ceefd42228528b70c8157d0d", 68_700_645, "ramses"),
    },
  },
];

const SPACED: ReadonlySet<string> = new Set(
  deployments.flatMap(({ slug, chains }) =>
    Object.values(chains).some(({ contracts }) => contracts.pools === "ramses") ? [slug] : [],
  ),
);

/** Whether a deployment tells pools of two tokens apart by their spacing, and their fees change. */
export function isSpaced(slug: string): boolean {
  return SPACED.has(slug);
}
