import type { ChainFacts } from "../chain.ts";

/**
 * Ethereum.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/mainnet.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkEthereum.ts
 */
export const mainnet: ChainFacts = {
  chainId: 1,
  name: "mainnet",
  blockTimeSeconds: 12,
  native: { symbol: "ETH", name: "Ether", decimals: 18 },
  wrappedNative: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  wrapper: {
    name: "Wrapped Ether",
    url: "https://weth.io",
    logosUri: [],
    description: "Holds ether one to one and issues it as an ERC-20 token.",
    // The start block is the one that subgraph configurations agree on; no repository could be tied
    // to it.
    startBlock: 4_719_568,
  },
  usdAnchors: [
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", // USDC
    "0xdac17f958d2ee523a2206206994597c13d831ec7", // USDT
    "0x6b175474e89094c44da98b954eedeac495271d0f", // DAI
    "0xdc035d45d973e3ec169d2276ddab16f1e407384f", // USDS
    "0x6c3ea9036406852006290770bedfcaba0e23a0e8", // PYUSD
    "0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f", // GHO
    "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e", // crvUSD
  ],
  connectors: [
    "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", // WETH
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", // USDC
    "0xdac17f958d2ee523a2206206994597c13d831ec7", // USDT
    "0x6b175474e89094c44da98b954eedeac495271d0f", // DAI
    "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599", // WBTC
    "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0", // wstETH
    "0xdc035d45d973e3ec169d2276ddab16f1e407384f", // USDS
    "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e", // crvUSD
    "0x853d955acef822db058eb8505911ed77f175b99e", // FRAX
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 3_600,
      feeds: {
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": "0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419", // WETH: ETH
        "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599": "0xf4030086522a5beea4988f8ca5b36dbc97bee88c", // WBTC: BTC
        "0x6b175474e89094c44da98b954eedeac495271d0f": "0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9", // DAI
        "0x514910771af9ca656af840dff83e8264ecf986ca": "0x2c1d072e956affc0d435cb7ac38ef18d24d9127c", // LINK
        "0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9": "0x547a514d5e3769680ce22b2361c10ea13619e8a9", // AAVE
      },
    },
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": "0x2665701293fcbeb223d11a08d826563edcce423a", // cbBTC
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": "0x8fffffd4afb6115b954bd326cbe7b4ba576818f6", // USDC
        "0xdac17f958d2ee523a2206206994597c13d831ec7": "0x3e7d1eab13ad0104d2750b8863b489d65364e32d", // USDT
        "0xdc035d45d973e3ec169d2276ddab16f1e407384f": "0xff30586cd0f29ed462364c7e81375fc0c71219b1", // USDS
        "0x6c3ea9036406852006290770bedfcaba0e23a0e8": "0x8f1df6d7f2db73eece86a18b4381f4707b918fb1", // PYUSD
        "0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f": "0x3f12643d3f6f874d39c2a4c9f2cd6f2dbac877fc", // GHO
        "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e": "0xeef0c605546958c1f899b6fb336c20671f9cd49f", // crvUSD: CRVUSD
        "0x853d955acef822db058eb8505911ed77f175b99e": "0xb9e1e3a9feff48998e45fa90847ed4d467e8bcfd", // FRAX
        "0x5f98805a4e8be255a32880fdec7f6728c6568ba0": "0x3d7ae7e594f2f2091ad8798313450130d0aba3a0", // LUSD
        "0x4c9edd5852cd905f086c759e8383e09bff1e68b3": "0xa569d910839ae8865da8f8e70fffb0cba869f961", // USDe
        "0xae7ab96520de3a18e5e111b5eaab095312d7fe84": "0xcfe54b5cd566ab89272946f602d76ea879cab4a8", // stETH: STETH
        "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984": "0x553303d460ee0afb37edff9be42922d8ff63220e", // UNI
        "0xd533a949740bb3306d119cc777fa900ba034cd52": "0xcd627aa160a6fa45eb793d19ef54f5062f20f33f", // CRV
        "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b": "0xd962fc30a72a84ce50161031391756bf2876af5d", // CVX
        "0xba100000625a3754423978a60c9317c58a424e3d": "0xdf2917806e30300537aeb49a7663062f4d1f2b5f", // BAL
        "0xc00e94cb662c3520282e6f5717214004a7f26888": "0xdbd020caef83efd542f4de03e3cf0c28a4428bd5", // COMP
        "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2": "0xec1d1b3b0443256cc3860e24a46f108e699484aa", // MKR
        "0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f": "0xdc3ea94cd0ac27d9a86c180091e7f78c683d3699", // SNX
        "0x6b3595068778dd592e39a122f4f5a5cf09c90fe2": "0xcc70f09a6cc17553b2e31954cd36e4a2d89501f7", // SUSHI
        "0xd33526068d116ce69f19a9ee46f0bd304f21a51f": "0x4e155ed98afe9034b7a5962f6c84c86d869daa9d", // RPL
      },
    },
  ],
};
