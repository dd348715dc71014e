import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** A chef: lower-case address, and whom its deposits are credited to. */
export interface Chef {
  readonly address: Address;
  readonly credits: "anyone" | "caller";
}

/** The chefs of one brand on one chain. */
export interface MasterChefContracts {
  readonly chefs: readonly Chef[];
}

function at(
  startBlock: number | null,
  credits: Chef["credits"],
  ...addresses: readonly Address[]
): DeploymentOnChain<MasterChefContracts> {
  return { contracts: { chefs: addresses.map((address) => ({ address, credits })) }, startBlock };
}

const SUSHI_LOGO = ["https://icons.llamao.fi/icons/protocols/sushiswap"];

/** SushiSwap's chefs and their forks. Above each address: the public files that state it. */
export const deployments: readonly Deployment<MasterChefContracts>[] = [
  {
    slug: "sushiswap-masterchef",
    name: "Sushi MasterChef",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: SUSHI_LOGO,
    description: "First staking contract of Sushi: liquidity shares earn SUSHI by block.",
    chains: {
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/sushiswap/config/deployments/sushiswap-ethereum/configurations.json
      // https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
      1: at(10_794_230, "caller", "0xc2edad668740f1aa35e4d8f227fb8e17dca888cd"),
    },
  },
  {
    slug: "sushiswap-masterchef-v2",
    name: "Sushi MasterChef V2",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: SUSHI_LOGO,
    description: "Second staking contract of Sushi, with a further reward token per pool.",
    chains: {
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/sushiswap/config/deployments/sushiswap-ethereum/configurations.json
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/ethereum/platforms/sushi.ts
      1: at(12_428_169, "anyone", "0xef0881ec094552b2e128cf945ef17a6752b4ec5d"),
    },
  },
  {
    slug: "sushiswap-minichef",
    name: "Sushi MiniChef",
    project: "sushiswap",
    url: "https://www.sushi.com",
    logosUri: SUSHI_LOGO,
    description: "Staking contract of Sushi on chains other than Ethereum.",
    // Every address: https://www.npmjs.com/package/sushi/v/7.3.15,
    // _esm/evm/config/features/mini-chef.js
    chains: {
      10: at(null, "anyone", "0xb25157bf349295a7cd31d1751973f426182070d6"),
      56: at(null, "anyone", "0x5219c5e32b9fff87f29d5a833832c29134464aaa"),
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/sushiswap/config/deployments/sushiswap-gnosis/configurations.json
      100: at(null, "anyone", "0xddcbf776df3de60163066a5dddf2277cb445e0f3"),
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/sushiswap/config/deployments/sushiswap-polygon/configurations.json
      137: at(13_911_377, "anyone", "0x0769fd68dfb93167989c6f7254cd0d766fb2841f"),
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/sushiswap/config/deployments/sushiswap-arbitrum/configurations.json
      42161: at(226_981, "anyone", "0xf4d73326c13a4fc5fd7a064217e12780e9bd62c3"),
      43114: at(null, "anyone", "0xe11252176cedd4a493aec9767192c06a04a6b04f"),
    },
  },
  {
    slug: "pancakeswap-masterchef",
    name: "PancakeSwap MasterChef V2",
    project: "pancakeswap",
    url: "https://pancakeswap.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pancakeswap"],
    description: "Farms of PancakeSwap: liquidity shares earn CAKE.",
    chains: {
      // The first MasterChef is left out: what it still holds earns nothing.
      // https://github.com/pancakeswap/pancake-subgraph/blob/2b87e81281/subgraphs/masterchef-v2/subgraph.yaml
      // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/masterchef/addresses.md
      56: at(17_047_980, "caller", "0xa5f8c5dbd5f286960b9d90548680ae5ebff07652"),
    },
  },
  {
    slug: "trader-joe-masterchef",
    name: "Trader Joe MasterChef",
    project: "trader-joe",
    url: "https://lfj.gg",
    logosUri: ["https://icons.llamao.fi/icons/protocols/trader-joe"],
    description: "Farms of Trader Joe's first version on Avalanche.",
    chains: {
      // The second, the third and the boosted chef.
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/trader-joe/config/deployments/trader-joe-avalanche/configurations.json
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/platforms/joe.ts
      43114: at(
        2_486_444,
        "caller",
        "0xd6a4f121ca35509af06a0be99093d08462f53052",
        "0x188bed1968b795d5c9022f6a0bb5931ac4c18f00",
        "0x4483f0b6e2f5486d06958c20f8c39a7abe87bf8f",
      ),
    },
  },
  {
    slug: "pangolin-minichef",
    name: "Pangolin MiniChef",
    project: "pangolin",
    url: "https://www.pangolin.exchange",
    logosUri: ["https://icons.llamao.fi/icons/protocols/pangolin"],
    description: "Farms of Pangolin on Avalanche.",
    chains: {
      // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-forks/protocols/pangolin/config/deployments/pangolin-avalanche/configurations.json
      // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/platforms/pangolin.ts
      43114: at(6_987_996, "anyone", "0x1f806f7c8ded893fd3cae279191ad7aa3798e928"),
    },
  },
];
