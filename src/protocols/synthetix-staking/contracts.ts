import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** Staking contracts of one brand on one chain; lower-case. */
export interface SynthetixStakingContracts {
  readonly stakingRewards: readonly Address[];
}

/** StakingRewards of Synthetix and its forks. No public source states their start blocks. */
export const deployments: readonly Deployment<SynthetixStakingContracts>[] = [
  {
    slug: "synthetix",
    name: "Synthetix StakingRewards",
    project: "synthetix",
    url: "https://synthetix.io",
    logosUri: ["https://icons.llamao.fi/icons/protocols/synthetix"],
    description:
      "Derivatives protocol whose StakingRewards contract became the standard for farms; its own have ended.",
    chains: {
      // https://github.com/Synthetixio/synthetix/blob/1609d15670/publish/deployed/mainnet/deployment.json
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
      1: {
        contracts: {
          stakingRewards: [
            "0x3f27c540adae3a9e8c875c61e3b970b559d7f65d", // iETH
            "0x167009dcda2e49930a71712d956f02cc980dcc1b", // iBTC
            "0x13c1542a468319688b89e323fe9a3be3a90ebb27", // Curve sBTC
            "0xdcb6a51ea3ca5d3fd898fd6564757c7aaec3ca92", // Curve sUSD
            "0xc0d8994cd78ee1980885df1a0c5470fc977b5cfe", // Curve sEUR
            "0xfbaedde70732540ce2b11a8ac58eb2dc0d69de10", // Balancer SNX
          ],
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "uniswap-v2-staking",
    name: "Uniswap liquidity staking",
    project: "uniswap",
    url: "https://app.uniswap.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/uniswap"],
    description:
      "The 2020 reward contracts in which Uniswap V2 shares of four pairs were staked for UNI.",
    chains: {
      // https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/concepts/governance/overview.md
      // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/alpha-homora/v1/eth-contracts.json
      1: {
        contracts: {
          stakingRewards: [
            "0x7fba4b8dc5e7616e59622806932dbea72537a56b", // USDC/ETH
            "0xa1484c3aa22a66c62b77e0ae78e15258bd0cb711", // DAI/ETH
            "0x6c3e4cb2e96b01f4b866965a91ed4437839a121a", // USDT/ETH
            "0xca35e32e7926b96a9988f61d510e038108d8068e", // WBTC/ETH
          ],
        },
        startBlock: null,
      },
    },
  },
  {
    slug: "sky-farms",
    name: "Sky token rewards",
    project: "sky",
    url: "https://sky.money",
    logosUri: ["https://icons.llamao.fi/icons/protocols/sky"],
    description: "Farms in which USDS earns the tokens of Sky's stars.",
    chains: {
      // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
      // https://github.com/DefiLlama/yield-server/blob/e638965f28/src/adaptors/sky-lending/index.js
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/api/stats/ethereum/getSkyApy.ts
      1: {
        contracts: {
          stakingRewards: [
            "0x173e314c7635b45322cd8cb14f44b312e079f3af", // USDS for SPK
            "0x4e41488c19cd35eb4de3083fc3e204854c75c86a", // USDS for GROVE
          ],
        },
        startBlock: null,
      },
    },
  },
];
