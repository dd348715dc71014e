import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** A market on one chain. Lower-case. */
export interface AaveV3Contracts {
  /** Announces which code the pool has. */
  readonly addressesProvider: Address;
  readonly pool: Address;
  /** Announces reserves and what they allow. */
  readonly poolConfigurator: Address;
  /** Shared by the markets of a chain in places. */
  readonly rewardsController: Address;
}

function at(
  pool: Address,
  poolConfigurator: Address,
  {
    startBlock,
    ...others
  }: Omit<AaveV3Contracts, "pool" | "poolConfigurator"> & {
    startBlock: number;
  },
): DeploymentOnChain<AaveV3Contracts> {
  return { contracts: { pool, poolConfigurator, ...others }, startBlock };
}

/** Aave V3 markets and their forks. Above each pool: the public files that state it. */
export const deployments: readonly Deployment<AaveV3Contracts>[] = [
  {
    slug: "aave-v3",
    name: "Aave V3",
    project: "aave",
    url: "https://aave.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aave-v3"],
    description: "Pooled lending market in which deposits earn interest and secure loans.",
    chains: {
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/mainnet-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-ethereum/configurations.json
      1: at(
        "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2",
        "0x64b761d848206f447fe2dd461b0c635ec39ebb27",
        {
          addressesProvider: "0x2f39d218133afab8f2b819b1066c7e434ad94e9e",
          rewardsController: "0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb",
          startBlock: 16_291_071,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/optimism-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-optimism/configurations.json
      10: at(
        "0x794a61358d6845594f94dc1db02a252b5b4814ad",
        "0x8145edddf43f50276641b55bd3ad95944510021e",
        {
          addressesProvider: "0xa97684ead0e402dc232d5a977953df7ecbab3cdb",
          rewardsController: "0x929ec64c34a17401f460460d4b9390518e5b473e",
          startBlock: 4_365_470,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3BNB.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/bnb-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-bsc/configurations.json
      56: at(
        "0x6807dc923806fe8fd134338eabca509979a7e0cb",
        "0x67bdf23c7fce7c65ff7415ba3f2520b45d6f9584",
        {
          addressesProvider: "0xff75b6da14ffbbfd355daf7a2731456b3562ba6d",
          rewardsController: "0xc206c2764a9dbf27d599613b8f9a63acd1160ab4",
          startBlock: 33_571_624,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/gnosis-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-gnosis/configurations.json
      100: at(
        "0xb50201558b00496a145fe76f7424749556e326d8",
        "0x7304979ec9e4eaa0273b6a037a31c4e9e5a75d16",
        {
          addressesProvider: "0x36616cf17557639614c1cddb356b1b83fc0b2132",
          rewardsController: "0xad4f91d26254b6b0c6346b390dda2991fde2f20d",
          startBlock: 30_293_054,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Polygon.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/polygon-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-polygon/configurations.json
      137: at(
        "0x794a61358d6845594f94dc1db02a252b5b4814ad",
        "0x8145edddf43f50276641b55bd3ad95944510021e",
        {
          addressesProvider: "0xa97684ead0e402dc232d5a977953df7ecbab3cdb",
          rewardsController: "0x929ec64c34a17401f460460d4b9390518e5b473e",
          startBlock: 25_824_394,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/base-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-base/configurations.json
      8453: at(
        "0xa238dd80c259a72e81d7e4664a9801593f98d1c5",
        "0x5731a04b1e775f0fdd454bf70f3335886e9a96be",
        {
          addressesProvider: "0xe20fcbdbffc4dd138ce8b2e6fbb6cb49777ad64d",
          rewardsController: "0xf9cc4f0d883f1a1eb2c253bdb46c254ca51e1f44",
          startBlock: 2_357_105,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/arbitrum-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-arbitrum/configurations.json
      42161: at(
        "0x794a61358d6845594f94dc1db02a252b5b4814ad",
        "0x8145edddf43f50276641b55bd3ad95944510021e",
        {
          addressesProvider: "0xa97684ead0e402dc232d5a977953df7ecbab3cdb",
          rewardsController: "0x929ec64c34a17401f460460d4b9390518e5b473e",
          startBlock: 7_736_680,
        },
      ),
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/avalanche-v3.json
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/aave-v3/config/deployments/aave-v3-avalanche/configurations.json
      43114: at(
        "0x794a61358d6845594f94dc1db02a252b5b4814ad",
        "0x8145edddf43f50276641b55bd3ad95944510021e",
        {
          addressesProvider: "0xa97684ead0e402dc232d5a977953df7ecbab3cdb",
          rewardsController: "0x929ec64c34a17401f460460d4b9390518e5b473e",
          startBlock: 11_970_391,
        },
      ),
    },
  },
  {
    slug: "aave-v3-lido",
    name: "Aave V3 Prime",
    project: "aave",
    url: "https://aave.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aave-v3"],
    description: "Separate Aave market tuned for liquid-staking collateral.",
    chains: {
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3EthereumLido.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/mainnetlido-v3.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/aaveV3.js
      1: at(
        "0x4e033931ad43597d96d6bcc25c280717730b58b1",
        "0x342631c6cefc9cfbf97b2fe4aa242a236e1fd517",
        {
          addressesProvider: "0xcfbf336fe147d643b9cb705648500e101504b16d",
          rewardsController: "0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb",
          startBlock: 20_262_371,
        },
      ),
    },
  },
  {
    slug: "aave-v3-etherfi",
    name: "Aave V3 EtherFi",
    project: "aave",
    url: "https://aave.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/aave-v3"],
    description: "Separate Aave market for borrowing stablecoins against weETH.",
    chains: {
      // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3EthereumEtherFi.ts
      // https://github.com/aave/protocol-subgraphs/blob/975b22e9de/config/mainnetetherfi-v3.json
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/aaveV3.js
      1: at(
        "0x0aa97c284e98396202b6a04024f5e2c65026f3c0",
        "0x8438f4d29d895d75c86bdc25360c25ef0607e65d",
        {
          addressesProvider: "0xeba440b438ad808101d1c451c1c5322c90befcda",
          rewardsController: "0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb",
          startBlock: 20_625_517,
        },
      ),
    },
  },
  {
    slug: "spark",
    name: "Spark",
    project: "spark",
    url: "https://spark.fi",
    logosUri: ["https://icons.llamao.fi/icons/protocols/spark"],
    description: "Lending market and savings vaults of the Sky ecosystem.",
    chains: {
      // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/SparkLend.sol
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/spark-lend/config/deployments/spark-lend-ethereum/configurations.json
      1: at(
        "0xc13e21b648a5ee794902342038ff3adab66be987",
        "0x542dba469bde58faee189ffb60c6b49ce60e0738",
        {
          addressesProvider: "0x02c3ea4e34c0cbd694d2adfa2c690eecbc1793ee",
          rewardsController: "0x4370d3b6c9588e02ce9d22e684387859c7ff5b34",
          startBlock: 16_776_389,
        },
      ),
      // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Gnosis.sol
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/aave-forks/protocols/spark-lend/config/deployments/spark-lend-gnosis/configurations.json
      100: at(
        "0x2dae5307c5e3fd1cf5a72cb6f698f915860607e0",
        "0x2fc8823e1b967d474b47ae0ad041c2ed562ab588",
        {
          addressesProvider: "0xa98dacb3fc964a6a0d2ce3b77294241585eaba6d",
          rewardsController: "0x98e6bcba7d5dafbfa4a92daf08d3d7512820c30c",
          startBlock: 29_817_453,
        },
      ),
    },
  },
];
