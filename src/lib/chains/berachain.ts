import type { ChainFacts } from "../chain.ts";

/**
 * Berachain.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/berachain.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/berachain/tokens/tokens.ts
 * @see https://github.com/berachain/metadata/blob/1cedf1e12e/src/tokens/mainnet.json
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 */
export const berachain: ChainFacts = {
  chainId: 80094,
  name: "berachain",
  blockTimeSeconds: 2,
  native: { symbol: "BERA", name: "BERA", decimals: 18 },
  wrappedNative: "0x6969696969696969696969696969696969696969",
  wrapper: {
    name: "Wrapped BERA",
    url: "https://www.berachain.com",
    logosUri: ["https://icons.llamao.fi/icons/protocols/berachain"],
    description: "Holds BERA one to one and issues it as an ERC-20 token.",
    startBlock: null,
  },
  usdAnchors: [
    "0xfcbd14dc51f0a4d49d5e53c2e0950e0bc26d0dce", // HONEY
    "0x549943e04f40284185054145c6e4e9568c1d3241", // USDC.e
    "0x779ded0c9e1022225f8e0630b35a9b54be713736", // USDT0
    "0x688e72142674041f8f6af4c808a4045ca1d6ac82", // BYUSD
  ],
  connectors: [
    "0x6969696969696969696969696969696969696969", // WBERA
    "0xfcbd14dc51f0a4d49d5e53c2e0950e0bc26d0dce", // HONEY
    "0x549943e04f40284185054145c6e4e9568c1d3241", // USDC.e
    "0x2f6f07cdcf3588944bf4c42ac74ff24bf56e7590", // WETH
    "0x0555e30da8f98308edb960aa94c0db47230d2b9c", // WBTC
    "0x779ded0c9e1022225f8e0630b35a9b54be713736", // USDT0
    "0xac03caba51e17c86c921e1f6cbfbdc91f8bb2e6b", // iBGT
  ],
  priceFeeds: [],
};
