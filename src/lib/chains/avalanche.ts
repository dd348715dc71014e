import type { ChainFacts } from "../chain.ts";

/**
 * Avalanche C-Chain.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/avalanche.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
 * @see https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/tokens/tokens.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkAvalanche.ts
 */
export const avalanche: ChainFacts = {
  chainId: 43114,
  name: "avalanche",
  blockTimeSeconds: 2,
  // Since Helicon a header's bloom is of blocks that settled since:
  // https://github.com/ponder-sh/ponder/issues/2390
  hasOwnBloom: false,
  native: { symbol: "AVAX", name: "Avalanche", decimals: 18 },
  wrappedNative: "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7",
  wrapper: {
    name: "Wrapped AVAX",
    url: "https://www.avax.network",
    logosUri: [],
    description: "Holds AVAX one to one and issues it as an ERC-20 token.",
    startBlock: null,
  },
  usdAnchors: [
    "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", // USDC
    "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7", // USDT
    "0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664", // USDC.e
    "0xd586e7f844cea2f87f50152665bcbc2c279d8d70", // DAI.e
    "0xc7198437980c041c805a1edcba50c1ce5db95118", // USDT.e
  ],
  connectors: [
    "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7", // WAVAX
    "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", // USDC
    "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7", // USDT
    "0x152b9d0fdc40c096757f570a51e494bd4b943e50", // BTC.b
    "0x49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab", // WETH.e
    "0x2b2c81e08f1af8835a78bb2a90ae924ace0ea4be", // sAVAX
    "0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664", // USDC.e
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 120,
      feeds: {
        "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7": "0x0a77230d17318075983913bc2145db16c7366156", // WAVAX: AVAX
      },
    },
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab": "0x976b3d034e162d8bd72d6b9c989d545b839003b0", // WETH.e: ETH
        "0x152b9d0fdc40c096757f570a51e494bd4b943e50": "0x2779d32d5166baaa2b2b658333ba7e6ec0c65743", // BTC.b: BTC
        "0x50b7545627a5162f82a992c33b87adc75187b218": "0x86442e3a98558357d46e6182f4b262f76c4fa26f", // WBTC.e: WBTC
        "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e": "0xf096872672f44d6eba71458d74fe67f9a77a23b9", // USDC
        "0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664": "0xf096872672f44d6eba71458d74fe67f9a77a23b9", // USDC.e: USDC
        "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7": "0xebe676ee90fe1112671f19b6b7459bc678b67e8a", // USDT
        "0xc7198437980c041c805a1edcba50c1ce5db95118": "0xebe676ee90fe1112671f19b6b7459bc678b67e8a", // USDT.e: USDT
        "0xd586e7f844cea2f87f50152665bcbc2c279d8d70": "0x51d7180eda2260cc4f6e4eebb82fef5c3c2b8300", // DAI.e: DAI
        "0xd24c2ad096400b6fbcd2ad8b24e7acbc21a1da64": "0xbba56ef1565354217a3353a466edb82e8f25b08e", // FRAX
        "0xfc421ad3c883bf9e7c4f42de845c4e4405799e73": "0x076de3812bdbdae1330064fc01adf7f4eaa123f3", // GHO
        "0x5947bb275c521040051d82396192181b413227a3": "0x49ccd9ca821efeab2b98c60dc60f518e765ede9a", // LINK.e: LINK
        "0x63a72806098bd3d9520cc43356dd78afe5d386d9": "0x3ca13391e9fb38a75330fb28f8cc2eb3d9ceceed", // AAVE.e: AAVE
        "0x8ebaf22b6f053dffeaf46f4dd9efa95d89ba8580": "0x9a1372f9b1b71b3a5a72e092ae67e172dbd7daaa", // UNI.e: UNI
      },
    },
  ],
};
