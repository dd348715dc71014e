import type { ChainFacts } from "../chain.ts";

/**
 * OP Mainnet.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/optimism.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkOptimism.ts
 */
export const optimism: ChainFacts = {
  chainId: 10,
  name: "optimism",
  blockTimeSeconds: 2,
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
    "0x0b2c639c533813f4aa9d7837caf62653d097ff85", // USDC
    "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58", // USDT
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1", // DAI
    "0x7f5c764cbc14f9669b88837ca1490cca17c31607", // USDC.e
  ],
  connectors: [
    "0x4200000000000000000000000000000000000006", // WETH
    "0x0b2c639c533813f4aa9d7837caf62653d097ff85", // USDC
    "0x7f5c764cbc14f9669b88837ca1490cca17c31607", // USDC.e
    "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58", // USDT
    "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1", // DAI
    "0x4200000000000000000000000000000000000042", // OP
    "0x1f32b1c2345538c0c6f582fcb022739c4a194ebb", // wstETH
    "0x68f180fcce6836688e9084f035309e29bf0a2095", // WBTC
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0x4200000000000000000000000000000000000006": "0x13e3ee699d1909e989722e753853ae30b17e08c5", // WETH: ETH
        "0x68f180fcce6836688e9084f035309e29bf0a2095": "0x718a5788b89454aae3a028ae9c111a29be6c2a6f", // WBTC
        "0x0b2c639c533813f4aa9d7837caf62653d097ff85": "0x16a9fa2fda030272ce99b29cf780dfa30361e0f3", // USDC
        "0x7f5c764cbc14f9669b88837ca1490cca17c31607": "0x16a9fa2fda030272ce99b29cf780dfa30361e0f3", // USDC.e: USDC
        "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58": "0xecef79e109e997bca29c1c0897ec9d7b03647f5e", // USDT
        "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": "0x8dba75e83da73cc766a7e5a0ee71f656bab470d6", // DAI
        "0xc40f949f8a4e094d1b49a23ea9241d289b7b2819": "0x9dfc79aaeb5bb0f96c6e9402671981cdfc424052", // LUSD
        "0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34": "0xeedf0b095b5dfe75f3881cb26c19da209a27463a", // USDe
        "0x4200000000000000000000000000000000000042": "0x0d276fc14719f9292d5c1ea2198673d1f4269246", // OP
        "0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6": "0xcc232dcfaae6354ce191bd574108c1ad03f86450", // LINK
        "0x76fb31fb4af56892a25e32cfc43de717950c9278": "0x338ed6787f463394d24813b297401b9f05a8c9d1", // AAVE
        "0x8700daec35af8ff88c16bdf0418774cb3d7599b4": "0x2fcf37343e916eaed1f1ddaaf84458a359b53877", // SNX
        "0x0994206dfe8de6ec6920ff4d779b0d950605fb53": "0xbd92c6c284271c227a1e0bf1786f468b539f51d9", // CRV
        "0xbc7b1ff1c6989f006a1185318ed4e7b5796e66e1": "0x58f23f80bf389db1af9e3aa8c59679806749a8a4", // PENDLE
      },
    },
  ],
};
