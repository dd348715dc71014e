import type { ChainFacts } from "../chain.ts";

/**
 * Polygon PoS.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/polygon.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Polygon.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkPolygon.ts
 */
export const polygon: ChainFacts = {
  chainId: 137,
  name: "polygon",
  blockTimeSeconds: 2,
  native: { symbol: "POL", name: "POL", decimals: 18 },
  wrappedNative: "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
  wrapper: {
    name: "Wrapped POL",
    url: "https://polygon.technology",
    logosUri: [],
    description: "Holds POL one to one and issues it as an ERC-20 token on Polygon.",
    startBlock: null,
  },
  usdAnchors: [
    "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", // USDC
    "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", // USDT
    "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063", // DAI
    "0x2791bca1f2de4661ed88a30c99a7a9449aa84174", // USDC.e
  ],
  connectors: [
    "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270", // WPOL
    "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", // USDC
    "0x2791bca1f2de4661ed88a30c99a7a9449aa84174", // USDC.e
    "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", // USDT
    "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619", // WETH
    "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063", // DAI
    "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6", // WBTC
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 3_600,
      feeds: {
        "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270": "0xab594600376ec9fd91f8e885dadf0ce036862de0", // WPOL: MATIC
      },
    },
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619": "0xf9680d99d6c9589e2a93a78a04a279e509205945", // WETH: ETH
        "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6": "0xde31f8bfbd8c84b5360cfacca3539b938dd78ae6", // WBTC
        "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359": "0xfe4a8cc5b5b2366c1b58bea3858e81843581b2f7", // USDC
        "0x2791bca1f2de4661ed88a30c99a7a9449aa84174": "0xfe4a8cc5b5b2366c1b58bea3858e81843581b2f7", // USDC.e: USDC
        "0xc2132d05d31c914a87c6611c10748aeb04b58e8f": "0x0a6513e40db6eb1b165753ad52e80663aea50545", // USDT
        "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063": "0x4746dec9e833a82ec7c2c1356372ccf2cfcd2f3d", // DAI
        "0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39": "0xd9ffdb71ebe7496cc440152d43986aae0ab76665", // LINK
        "0xd6df932a45c0f255f85145f286ea0b292b21c90b": "0x72484b12719e23115761d5da1646945632979bb6", // AAVE
        "0xb33eaad8d922b1083446dc23f610c2567fb5180f": "0xdf0fb4e4f928d2dcb76f438575fdd8682386e13c", // UNI
        "0x172370d5cd63279efa6d502dab29171933a610af": "0x336584c8e6dc19637a5b36206b1c79923111b405", // CRV
        "0x9a71012b13ca4d3d0cdc72a177df3ef03b0e76a3": "0xd106b538f2a868c28ca1ec7e298c3325e0251d66", // BAL
        "0x0b3f868e0be5597d5db7feb59e1cadbb0fdda50a": "0x49b0c695039243bbfeb8ecd054eb70061fd54aa0", // SUSHI
      },
    },
  ],
};
