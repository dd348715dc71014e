import type { ChainFacts } from "../chain.ts";

/**
 * Arbitrum One.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/arbitrum.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkArbitrum.ts
 */
export const arbitrum: ChainFacts = {
  chainId: 42161,
  name: "arbitrum",
  blockTimeSeconds: 0.25,
  dataFee: "nitro",
  native: { symbol: "ETH", name: "Ether", decimals: 18 },
  wrappedNative: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
  wrapper: {
    name: "Wrapped Ether",
    url: "https://weth.io",
    logosUri: [],
    description: "Holds ether one to one and issues it as an ERC-20 token.",
    startBlock: null,
  },
  usdAnchors: [
    "0xaf88d065e77c8cc2239327c5edb3a432268e5831", // USDC
    "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9", // USDT
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1", // DAI
    "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8", // USDC.e
  ],
  connectors: [
    "0x82af49447d8a07e3bd95bd0d56f35241523fbab1", // WETH
    "0xaf88d065e77c8cc2239327c5edb3a432268e5831", // USDC
    "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8", // USDC.e
    "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9", // USDT
    "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f", // WBTC
    "0x912ce59144191c1204e64559fe8253a0e49e6548", // ARB
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1", // DAI
    "0x5979d7b546e38e414f7e9822514be443a4800529", // wstETH
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x82af49447d8a07e3bd95bd0d56f35241523fbab1": "0x639fe6ab55c921f74e7fac1ee960c0b6293ba612", // WETH: ETH
        "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f": "0xd0c7101eacbb49f3decccc166d238410d6d46d57", // WBTC
        "0xaf88d065e77c8cc2239327c5edb3a432268e5831": "0x50834f3163758fcc1df9973b6e91f0f0f0434ad3", // USDC
        "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8": "0x50834f3163758fcc1df9973b6e91f0f0f0434ad3", // USDC.e: USDC
        "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9": "0x3f3f5df88dc9f13eac63df89ec16ef6e7e25dde7", // USDT
        "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": "0xc5c8e77b397e531b8ec06bfb0048328b30e9ecfb", // DAI
        "0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34": "0x88ac7bca36567525a866138f03a6f6844868e0bc", // USDe
        "0x17fc002b466eec40dae837fc4be5c67993ddbd6f": "0x0809e3d38d1b4214958faf06d8b1b1a2b73f2ab8", // FRAX
        "0x93b346b6bc2548da6a1e7d98e9a421b42541425b": "0x0411d28c94d85a36bc72cb0f875dfa8371d8ffff", // LUSD
        "0x7dff72693f6a4149b17e7c6314655f6a9f7c8b33": "0x3c786e934f23375ca345c9b8d5ad54838796e8e7", // GHO
        "0x498bf2b1e120fed3ad3d42ea2165e9b73f99c1e5": "0x0a32255dd4bb6177c994baac73e0606fdd568f66", // crvUSD: CRVUSD
        "0x912ce59144191c1204e64559fe8253a0e49e6548": "0xb2a824043730fe05f3da2efafa1cbbe83fa548d6", // ARB
        "0xf97f4df75117a78c1a5a0dbb814af92458539fb4": "0x86e53cf1b870786351da77a57575e79cb55812cb", // LINK
        "0xba5ddd1f9d7f570dc94a51479a000e3bce967196": "0xad1d5344aade45f43e596773bcc4c423eabdd034", // AAVE
        "0xfa7f8980b0f1e64a2062791cc3b0871572f1f7f0": "0x9c917083fdb403ab5adbec26ee294f6ecada2720", // UNI
        "0x11cdb42b0eb46d95f990bedd4695a6e3fa034978": "0xaebda2c976cfd1ee1977eac079b4382acb849325", // CRV
        "0x0c880f6761f1af8d9aa9c466984b80dab9a8c9e8": "0x66853e19d73c0f9301fe099c324a1e9726953433", // PENDLE
        "0xd4d42f0b6def4ce0383636770ef773390d85c61a": "0xb2a8ba74cbca38508ba1632761b56c897060147c", // SUSHI
      },
    },
  ],
};
