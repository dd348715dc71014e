import type { Deployment } from "../protocol.ts";
import { BISWAP, PANCAKESWAP, PLAIN, SHIBASWAP, SUSHISWAP, UNISWAP } from "./forks.ts";
import { at, chains, type UniswapV2Contracts } from "./places.ts";

/** Uniswap V2 and its forks. Above each factory: the public files that state it. */
export const deployments: readonly Deployment<UniswapV2Contracts>[] = [
  {
    slug: "uniswap-v2",
    name: "Uniswap V2",
    project: "uniswap",
    url: "https://app.uniswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap-v2"],
    description: "Constant-product pools with a fixed 0.3% fee and ERC-20 liquidity shares.",
    // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
    chains: chains(UNISWAP, {
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/ethereum/config.json
      1: at(
        "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f",
        10_000_834,
        "0x7a250d5630b4cf539739df2c5dacb4c659f2488d",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/optimism/config.json
      10: at(
        "0x0c3c1c532f1e39edf36be9fe0be1410313e074bf",
        112_197_986,
        "0x4a7b5da61326a6379179b40d00f57e5bbdc962c2",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/bsc/config.json
      56: at(
        "0x8909dc15e40173ff4699343b6eb8132c65e18ec6",
        33_496_018,
        "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/matic/config.json
      137: at(
        "0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c",
        49_948_178,
        "0xedf6066a2b290c185783862c7f4776a2c8077ad1",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/base/config.json
      8453: at(
        "0x8909dc15e40173ff4699343b6eb8132c65e18ec6",
        6_601_915,
        "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/arbitrum-one/config.json
      42161: at(
        "0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9",
        150_442_611,
        "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24",
      ),
      // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/avalanche/config.json
      43114: at(
        "0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c",
        37_767_795,
        "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24",
      ),
    }),
  },
  {
    slug: "sushiswap-v2",
    name: "SushiSwap V2",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sushiswap"],
    description: "Constant-product pools of Sushi, on many chains.",
    // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v2.js
    chains: chains(SUSHISWAP, {
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
      1: at(
        "0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac",
        10_794_229,
        "0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/optimism.js
      10: at(
        "0xfbc12984689e5f15626bad03ad60160fe98b303c",
        110_882_086,
        "0x2abf469074dc0b54d793850807e6eb5faf2625b1",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/bsc.js
      56: at(
        "0xc35dadb65012ec5796536bd9864ed8773abc74c4",
        5_205_069,
        "0x1b02da8cb0d097eb8d57a175b88c7d8b47997506",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/gnosis.js
      100: at(
        "0xc35dadb65012ec5796536bd9864ed8773abc74c4",
        14_735_904,
        "0x1b02da8cb0d097eb8d57a175b88c7d8b47997506",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/polygon.js
      137: at(
        "0xc35dadb65012ec5796536bd9864ed8773abc74c4",
        11_333_218,
        "0x1b02da8cb0d097eb8d57a175b88c7d8b47997506",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/base.js
      8453: at(
        "0x71524b4f93c58fcbf659783284e38825f0622859",
        2_631_214,
        "0x6bded42c6da8fbf0d2ba55b2fa120c5e0c8d7891",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/arbitrum.js
      42161: at(
        "0xc35dadb65012ec5796536bd9864ed8773abc74c4",
        70,
        "0x1b02da8cb0d097eb8d57a175b88c7d8b47997506",
      ),
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/avalanche.js
      43114: at(
        "0xc35dadb65012ec5796536bd9864ed8773abc74c4",
        506_190,
        "0x1b02da8cb0d097eb8d57a175b88c7d8b47997506",
      ),
    }),
  },
  {
    slug: "pancakeswap-v2",
    name: "PancakeSwap V2",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap"],
    description: "Constant-product pools of PancakeSwap with a 0.25% fee, largest on BNB Chain.",
    // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v2/addresses.md
    chains: chains(PANCAKESWAP, {
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/subgraphs/exchange-eth/subgraph.yaml
      1: at(
        "0x1097053fd2ea711dad45caccc45eff7548fcb362",
        15_614_590,
        "0xeff92a263d31888d860bd50809a8d171709b7b1c",
      ),
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/subgraphs/exchange/subgraph.yaml
      56: at(
        "0xca143ce32fe78f1f7019d7d551a6402fc5350c73",
        6_809_737,
        "0x10ed43c718714eb63d5aa57b78b54704e256024e",
      ),
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/base.js
      8453: at(
        "0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e",
        2_910_387,
        "0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb",
      ),
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/config/arbitrum.js
      42161: at(
        "0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e",
        101_022_992,
        "0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb",
      ),
    }),
  },
  {
    slug: "quickswap-v2",
    name: "QuickSwap V2",
    project: "quickswap",
    url: "https://quickswap.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/quickswap"],
    description: "Constant-product exchange on Polygon.",
    chains: chains(UNISWAP, {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/quickswap/config/deployments/quickswap-polygon/configurations.json
      137: at(
        "0x5757371414417b8c6caad45baef941abc7d3ab32",
        4_931_780,
        "0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff",
      ),
    }),
  },
  {
    slug: "trader-joe-v1",
    name: "Trader Joe V1",
    project: "trader-joe",
    url: "https://lfj.gg",
    logosUri: ["https://icons.llamao.fi/icons/protocols/trader-joe"],
    description: "Constant-product pools of the first version of Trader Joe on Avalanche.",
    chains: chains(PLAIN, {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/trader-joe/config/deployments/trader-joe-avalanche/configurations.json
      43114: at(
        "0x9ad6c38be94206ca50bb0d90783181662f0cfa10",
        2_486_392,
        "0x60ae616a2155ee3d9a68541ba4544862310933d4",
      ),
    }),
  },
  {
    slug: "pangolin-v2",
    name: "Pangolin V2",
    project: "pangolin",
    url: "https://www.pangolin.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pangolin"],
    description: "Constant-product exchange on Avalanche.",
    chains: chains(PLAIN, {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/pangolin/config/deployments/pangolin-avalanche/configurations.json
      43114: at(
        "0xefa94de7a4656d787667c749f7e1223d71e9fd88",
        56877,
        "0xe54ca86531e17ef3616d22ca28b0d458b6c89106",
      ),
    }),
  },
  {
    slug: "honeyswap",
    name: "Honeyswap",
    project: "honeyswap",
    url: "https://honeyswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/honeyswap"],
    description: "Constant-product exchange on Gnosis run by the 1Hive community.",
    chains: chains(PLAIN, {
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/honeyswap/config/deployments/honeyswap-gnosis/configurations.json
      100: at(
        "0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7",
        11_813_490,
        "0x1c232f01118cb8b424793ae03f870aa7d0ac7f77",
      ),
    }),
  },
  {
    slug: "biswap",
    name: "Biswap",
    project: "biswap",
    url: "https://biswap.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/biswap"],
    description: "Constant-product exchange on BNB Chain with a fee per pair.",
    chains: chains(BISWAP, {
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/biswap/config/deployments/biswap-bsc/configurations.json
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/bsc/platforms/biswap.ts
      56: at(
        "0x858e3312ed3a876947ea49d572a7c42de08af7ee",
        7_664_646,
        "0x3a6d8ca21d1cf76f653a67577fa0d27453350dd8",
      ),
    }),
  },
  {
    slug: "shibaswap",
    name: "ShibaSwap",
    project: "shibaswap",
    url: "https://shibaswap.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/shibaswap"],
    description: "Constant-product exchange of the Shiba Inu community.",
    chains: chains(SHIBASWAP, {
      // No public source states the start block.
      // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV2.js
      1: at(
        "0x115934131916c8b277dd010ee02de363c09d037c",
        null,
        "0x03f7724180aa6b939894b5ca4314783b0b36b329",
      ),
    }),
  },
  {
    slug: "kodiak-v2",
    name: "Kodiak V2",
    project: "kodiak",
    url: "https://www.kodiak.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/kodiak-v2"],
    description: "Constant-product pools of Kodiak on Berachain.",
    chains: chains(PLAIN, {
      // No public source states the start block or the init-code hash.
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV2.js
      // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/factory/uniV2.ts
      // https://github.com/dapdaps/berachain-interface/blob/53d8a69922/src/configs/pools/kodiak.ts
      80094: at(
        "0x5e705e184d233ff2a7cb1553793464a9d0c3028f",
        null,
        "0xd91dd58387ccd9b66b390ae2d7c66dbd46bc6022",
      ),
    }),
  },
];
