import type { ChainFacts } from "../chain.ts";

/**
 * BNB Smart Chain.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/bsc.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3BNB.ts
 * @see https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/bsc/tokens/tokens.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkBNB.ts
 */
export const binance: ChainFacts = {
  chainId: 56,
  name: "binance",
  // BEP-619, since 2026-01-14: https://docs.bnbchain.org/announce/fermi-bsc
  blockTimeSeconds: 0.45,
  native: { symbol: "BNB", name: "BNB", decimals: 18 },
  wrappedNative: "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c",
  wrapper: {
    name: "Wrapped BNB",
    url: "https://www.bnbchain.org",
    logosUri: [],
    description: "Holds BNB one to one and issues it as a BEP-20 token.",
    startBlock: null,
  },
  usdAnchors: [
    "0x55d398326f99059ff775485246999027b3197955", // USDT
    "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d", // USDC
    "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409", // FDUSD
    "0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3", // DAI
    "0x8d0d000ee44948fc98c9b98a4fa4921476f08b0d", // USD1
  ],
  connectors: [
    "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c", // WBNB
    "0x55d398326f99059ff775485246999027b3197955", // USDT
    "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d", // USDC
    "0x2170ed0880ac9a755fd29b2688956bd959f933f8", // ETH
    "0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c", // BTCB
    "0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82", // CAKE
    "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409", // FDUSD
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 60,
      feeds: {
        "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c": "0x0567f2323251f0aab15c8dfb1967e4e8a7d42aee", // WBNB: BNB
        "0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82": "0xb6064ed41d4f67e353768aa239ca86f4f73665a1", // CAKE
      },
    },
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x2170ed0880ac9a755fd29b2688956bd959f933f8": "0x9ef1b8c0e4f7dc8bf5719ea496883dc6401d5b2e", // ETH
        "0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c": "0x264990fbd0a4796a3e3d8e37c4d5f87a3aca5ebf", // BTCB: BTC
        "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d": "0x51597f405303c4377e36123cbc172b13269ea163", // USDC
        "0x55d398326f99059ff775485246999027b3197955": "0xb97ad0e74fa7d920791e90258a6e2085088b4320", // USDT
        "0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3": "0x132d3c0b1d2cea0bc552588063bdbb210fdeecfa", // DAI
        "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409": "0x390180e80058a8499930f0c13963ad3e0d86bfc9", // FDUSD
        "0xe9e7cea3dedca5984780bafc599bd69add087d56": "0xcbb98864ef56e9042e7d2efef76141f15731b82f", // BUSD
        "0xf8a0bf9cf54bb92f17374d9e9a321e6a111a51bd": "0xca236e327f629f9fc2c30a4e95775ebf0b89fac8", // LINK
        "0xfb6115445bff7b52feb98650c87f44907e58f802": "0xa8357bf572460fc40f4b0acacbb2a6a61c89f475", // AAVE
        "0xbf5140a22578168fd562dccf235e5d43a02ce9b1": "0xb57f259e7c24e56a1da00f66b55a5640d9f9e7e4", // UNI
        "0x947950bcc74888a40ffa2593c5798f11fc9124c4": "0xa679c72a97b654cfff58ab704de3ba15cde89b07", // SUSHI
      },
    },
  ],
};
