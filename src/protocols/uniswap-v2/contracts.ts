import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** A constant-product factory on one chain. */
export interface UniswapV2Contracts {
  /** Lower-case. */
  readonly factory: Address;
  /**
   * Swap fee in hundredths of a basis point: 3000 is 0.3 %. `per-pair` where each pair states its own with
   * `swapFee()` in thousandths; such a pair is read once, when it is discovered, since a change emits no event.
   */
  readonly feePips: number | "per-pair";
}

function at(
  factory: Address,
  startBlock: number | null,
  feePips: UniswapV2Contracts["feePips"],
): DeploymentOnChain<UniswapV2Contracts> {
  return { contracts: { factory, feePips }, startBlock };
}

/** Uniswap V2 and its forks. Above each factory: the public files that state it. */
export const deployments: readonly Deployment<UniswapV2Contracts>[] = [
  {
    slug: "uniswap-v2",
    name: "Uniswap V2",
    project: "uniswap",
    url: "https://app.uniswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap-v2"],
    description: "Constant-product pools with a fixed 0.3% fee and ERC-20 liquidity shares.",
    chains: {
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/ethereum/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      1: at("0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f", 10_000_834, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/optimism/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      10: at("0x0c3c1c532f1e39edf36be9fe0be1410313e074bf", 112_197_986, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/bsc/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      56: at("0x8909dc15e40173ff4699343b6eb8132c65e18ec6", 33_496_018, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/matic/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      137: at("0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c", 49_948_178, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/base/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      8453: at("0x8909dc15e40173ff4699343b6eb8132c65e18ec6", 6_601_915, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/arbitrum-one/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      42161: at("0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9", 150_442_611, 3000),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/avalanche/config.json
      // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
      43114: at("0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c", 37_767_795, 3000),
    },
  },
  {
    slug: "sushiswap-v2",
    name: "SushiSwap V2",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sushiswap"],
    description: "Constant-product pools of Sushi, on many chains.",
    chains: {
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      1: at("0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac", 10_794_229, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/optimism.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      10: at("0xfbc12984689e5f15626bad03ad60160fe98b303c", 110_882_086, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/bsc.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      56: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 5_205_069, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/gnosis.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      100: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 14_735_904, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/polygon.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      137: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 11_333_218, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/base.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      8453: at("0x71524b4f93c58fcbf659783284e38825f0622859", 2_631_214, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/arbitrum.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      42161: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 70, 3000),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/avalanche.js
      // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
      43114: at("0xc35dadb65012ec5796536bd9864ed8773abc74c4", 506_190, 3000),
    },
  },
  {
    slug: "pancakeswap-v2",
    name: "PancakeSwap V2",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap"],
    description: "Constant-product pools of PancakeSwap with a 0.25% fee, largest on BNB Chain.",
    chains: {
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v2/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/subgraphs/exchange-eth/subgraph.yaml
      1: at("0x1097053fd2ea711dad45caccc45eff7548fcb362", 15_614_590, 2500),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v2/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/subgraphs/exchange/subgraph.yaml
      56: at("0xca143ce32fe78f1f7019d7d551a6402fc5350c73", 6_809_737, 2500),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v2/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/base.js
      8453: at("0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e", 2_910_387, 2500),
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v2/addresses.md
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/arbitrum.js
      42161: at("0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e", 101_022_992, 2500),
    },
  },
  {
    slug: "quickswap-v2",
    name: "QuickSwap V2",
    project: "quickswap",
    url: "https://quickswap.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/quickswap"],
    description: "Constant-product exchange on Polygon.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/quickswap/config/deployments/quickswap-polygon/configurations.json
      137: at("0x5757371414417b8c6caad45baef941abc7d3ab32", 4_931_780, 3000),
    },
  },
  {
    slug: "trader-joe-v1",
    name: "Trader Joe V1",
    project: "trader-joe",
    url: "https://lfj.gg",
    logosUri: ["https://icons.llamao.fi/icons/protocols/trader-joe"],
    description: "Constant-product pools of the first version of Trader Joe on Avalanche.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/trader-joe/config/deployments/trader-joe-avalanche/configurations.json
      43114: at("0x9ad6c38be94206ca50bb0d90783181662f0cfa10", 2_486_392, 3000),
    },
  },
  {
    slug: "pangolin-v2",
    name: "Pangolin V2",
    project: "pangolin",
    url: "https://www.pangolin.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pangolin"],
    description: "Constant-product exchange on Avalanche.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/pangolin/config/deployments/pangolin-avalanche/configurations.json
      43114: at("0xefa94de7a4656d787667c749f7e1223d71e9fd88", 56877, 3000),
    },
  },
  {
    slug: "honeyswap",
    name: "Honeyswap",
    project: "honeyswap",
    url: "https://honeyswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/honeyswap"],
    description: "Constant-product exchange on Gnosis run by the 1Hive community.",
    chains: {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/honeyswap/config/deployments/honeyswap-gnosis/configurations.json
      100: at("0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7", 11_813_490, 3000),
    },
  },
  {
    slug: "biswap",
    name: "Biswap",
    project: "biswap",
    url: "https://biswap.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/biswap"],
    description: "Constant-product exchange on BNB Chain with a fee per pair.",
    chains: {
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/biswap/config/deployments/biswap-bsc/configurations.json
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/bsc/platforms/biswap.ts
      56: at("0x858e3312ed3a876947ea49d572a7c42de08af7ee", 7_664_646, "per-pair"),
    },
  },
  {
    slug: "shibaswap",
    name: "ShibaSwap",
    project: "shibaswap",
    url: "https://shibaswap.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/shibaswap"],
    description: "Constant-product exchange of the Shiba Inu community.",
    chains: {
      // No public source states the start block.
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV2.js
      1: at("0x115934131916c8b277dd010ee02de363c09d037c", null, 3000),
    },
  },
  {
    slug: "kodiak-v2",
    name: "Kodiak V2",
    project: "kodiak",
    url: "https://www.kodiak.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/kodiak-v2"],
    description: "Constant-product pools of Kodiak on Berachain.",
    chains: {
      // No public source states the start block, the router or the init-code hash.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV2.js
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/factory/uniV2.ts
      80094: at("0x5e705e184d233ff2a7cb1553793464a9d0c3028f", null, 3000),
    },
  },
];
