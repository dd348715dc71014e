import type { ChainFacts } from "../chain.ts";

/**
 * Base.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/base.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
 * @see https://github.com/marsfoundation/spark-address-registry/blob/1af7cfa87e/src/Base.sol
 * @see https://github.com/Uniswap/default-token-list/blob/49f39bd7e8/src/tokens/base.json
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkBase.ts
 */
export const base: ChainFacts = {
  chainId: 8453,
  name: "base",
  // Since 2026-11-05, five to a timestamp:
  // https://docs.base.org/base-chain/specs/upgrades/denim/overview
  blockTimeSeconds: 0.2,
  dataFee: "op-stack",
  native: { symbol: "ETH", name: "Ether", decimals: 18 },
  wrappedNative: "0x4200000000000000000000000000000000000006",
  wrapper: {
    name: "Wrapped Ether",
    url: "https://weth.io",
    logosUri: [],
    description: "Holds ether one to one and issues it as an ERC-20 token.",
    // A genesis contract of the OP Stack.
    startBlock: 0,
  },
  usdAnchors: [
    "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", // USDC
    "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca", // USDbC
    "0x820c137fa70c8691f0e44dc420a5e53c168921dc", // USDS
    "0x50c5725949a6f0c72e6c4a641f24049a917db0cb", // DAI
  ],
  connectors: [
    "0x4200000000000000000000000000000000000006", // WETH
    "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", // USDC
    "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf", // cbBTC
    "0x940181a94a35a4569e4529a3cdfb74e38fd98631", // AERO
    "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca", // USDbC
    "0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452", // wstETH
    "0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22", // cbETH
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x4200000000000000000000000000000000000006": "0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70", // WETH: ETH
        "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": "0x07da0e54543a844a80abe69c8a12f22b3aa59f9d", // cbBTC
        "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913": "0x7e860098f58bbfc8648a4311b374b1d669a2bc6b", // USDC
        "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca": "0x7e860098f58bbfc8648a4311b374b1d669a2bc6b", // USDbC: USDC
        "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2": "0xf19d560eb8d2adf07bd6d13ed03e1d11215721f9", // USDT
        "0x50c5725949a6f0c72e6c4a641f24049a917db0cb": "0x591e79239a7d679378ec8c847e5038150364c78f", // DAI
        "0x820c137fa70c8691f0e44dc420a5e53c168921dc": "0x2330aae3bca5f05169d5f4597964d44522f62930", // USDS
        "0x6bb7a212910682dcfdbd5bcbb3e28fb4e8da10ee": "0x42868efcee13c0e71af89c04ff7d96f5bec479b0", // GHO
        "0x940181a94a35a4569e4529a3cdfb74e38fd98631": "0x4ec5970fc728c5f65ba413992cd5ff6fd70fcff0", // AERO
        "0xbaa5cc21fd487b8fcc2f632f3f4e8d37262a0842": "0xe95e258bb6615d47515fc849f8542da651f12bf6", // MORPHO
        "0x63706e401c06ac8513145b7687a14804d17f814b": "0x3d6774ef702a10b20fca8ed40fc022f7e4938e07", // AAVE
        "0x9e1028f5f1d5ede59748ffcee5532509976840e0": "0x9dda783de64a9d1a60c49ca761ebe528c35ba428", // COMP
      },
    },
  ],
};
