import type { Address } from "viem";
import type { Deployment } from "../protocol.ts";

/** A market and the token that it lends; lower-case. */
export interface CompoundV3Listing {
  readonly comet: Address;
  readonly base: Address;
}

/** Compound V3 on one chain. */
export interface CompoundV3Contracts {
  /** Pays the rewards of all markets. */
  readonly rewards: Address;
  readonly markets: readonly CompoundV3Listing[];
}

/**
 * Compound V3 on all chains. Above each market the files that state it: its contracts, and the
 * token that it lends.
 */
export const deployments: readonly Deployment<CompoundV3Contracts>[] = [
  {
    slug: "compound-v3",
    name: "Compound V3",
    project: "compound",
    url: "https://compound.finance",
    logosUri: ["https://icons.llamao.fi/icons/protocols/compound-v3"],
    description: "Lends one token in each market, against collateral that is not lent out.",
    chains: {
      1: {
        contracts: {
          // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/roots.json
          rewards: "0x1b0e765f6224c21223aea2af16c1c46e38885a40",
          markets: [
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/configuration.json
            {
              comet: "0xc3d688b66703497daa19211eedff47f25384cdc3",
              base: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/weth/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/weth/configuration.json
            {
              comet: "0xa17581a9e3356d9a858b789d68b4d866e593ae94",
              base: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdt/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdt/configuration.json
            {
              comet: "0x3afdc9bca9213a35503b077a6072f3d0d5ab0840",
              base: "0xdac17f958d2ee523a2206206994597c13d831ec7",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/wsteth/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/wsteth/configuration.json
            {
              comet: "0x3d0bb1ccab520a66e607822fc55bc921738fafe3",
              base: "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usds/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usds/configuration.json
            {
              comet: "0x5d409e56d886231adaf00c8775665ad0f9897b56",
              base: "0xdc035d45d973e3ec169d2276ddab16f1e407384f",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/wbtc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/wbtc/configuration.json
            {
              comet: "0xe85dc543813b8c2cfeaac371517b925a166a9293",
              base: "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
            },
          ],
        },
        startBlock: null,
      },
      10: {
        contracts: {
          // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/usdc/roots.json
          rewards: "0x443ea0340cb75a160f31a440722dec7b5bc3c2e9",
          markets: [
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/usdc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/usdc/configuration.json
            {
              comet: "0x2e44e174f7d53f0212823acc11c01a11d58c5bcb",
              base: "0x0b2c639c533813f4aa9d7837caf62653d097ff85",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/usdt/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/usdt/configuration.json
            {
              comet: "0x995e394b8b2437ac8ce61ee0bc610d617962b214",
              base: "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/weth/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/optimism/weth/configuration.json
            {
              comet: "0xe36a30d249f7761327fd973001a32010b521b6fd",
              base: "0x4200000000000000000000000000000000000006",
            },
          ],
        },
        startBlock: null,
      },
      137: {
        contracts: {
          // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/polygon/usdc/roots.json
          rewards: "0x45939657d1ca34a8fa39a924b71d28fe8431e581",
          markets: [
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/polygon/usdc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/polygon/usdc/configuration.json
            {
              comet: "0xf25212e676d1f7f89cd72ffee66158f541246445",
              base: "0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/polygon/usdt/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/polygon/usdt/configuration.json
            {
              comet: "0xaeb318360f27748acb200ce616e389a6c9409a07",
              base: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
            },
          ],
        },
        startBlock: null,
      },
      8453: {
        contracts: {
          // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usdc/roots.json
          rewards: "0x123964802e6ababbe1bc9547d72ef1b69b00a6b1",
          markets: [
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usdc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usdc/configuration.json
            {
              comet: "0xb125e6687d4313864e53df431d5425969c15eb2f",
              base: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usdbc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usdbc/configuration.json
            {
              comet: "0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf",
              base: "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/weth/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/weth/configuration.json
            {
              comet: "0x46e6b214b524310239732d51387075e0e70970bf",
              base: "0x4200000000000000000000000000000000000006",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/aero/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/aero/configuration.json
            {
              comet: "0x784efeb622244d2348d4f2522f8860b96fbece89",
              base: "0x940181a94a35a4569e4529a3cdfb74e38fd98631",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usds/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/base/usds/configuration.json
            {
              comet: "0x2c776041ccfe903071af44aa147368a9c8eea518",
              base: "0x820c137fa70c8691f0e44dc420a5e53c168921dc",
            },
          ],
        },
        startBlock: null,
      },
      42161: {
        contracts: {
          // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdc/roots.json
          rewards: "0x88730d254a2f7e6ac8388c3198afd694ba9f7fae",
          markets: [
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdc/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdc/configuration.json
            {
              comet: "0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf",
              base: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdc.e/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdc.e/configuration.json
            {
              comet: "0xa5edbdd9646f8dff606d7448e414884c7d905dca",
              base: "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdt/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/usdt/configuration.json
            {
              comet: "0xd98be00b5d27fc98112bde293e487f8d4ca57d07",
              base: "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
            },
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/weth/roots.json
            // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/arbitrum/weth/configuration.json
            {
              comet: "0x6f7d514bbd4aff3bcd1140b7344b32f063dee486",
              base: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
            },
          ],
        },
        startBlock: null,
      },
    },
  },
];
