import type { ChainFacts } from "../chain.ts";

/**
 * Gnosis Chain.
 *
 * @see https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/gnosis.ts
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
 * @see https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/gnosis/tokens/tokens.ts
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
 * @see https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkGnosis.ts
 */
export const gnosis: ChainFacts = {
  chainId: 100,
  name: "gnosis",
  blockTimeSeconds: 5,
  native: { symbol: "XDAI", name: "xDAI", decimals: 18 },
  wrappedNative: "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d",
  wrapper: {
    name: "Wrapped xDAI",
    url: "https://www.gnosis.io",
    logosUri: [],
    description: "Holds xDAI one to one and issues it as an ERC-20 token on Gnosis.",
    startBlock: null,
  },
  usdAnchors: [
    "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d", // WXDAI
    "0x2a22f9c3b484c3629090feed35f17ff8f88f76f0", // USDC.e
    "0xddafbb505ad214d7b80b1f830fccc89b60fb7a83", // USDC
    "0x4ecaba5870353805a9f068101a40e0f32ed605c6", // USDT
  ],
  connectors: [
    "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d", // WXDAI
    "0x2a22f9c3b484c3629090feed35f17ff8f88f76f0", // USDC.e
    "0xddafbb505ad214d7b80b1f830fccc89b60fb7a83", // USDC
    "0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1", // WETH
    "0x9c58bacc331c9aa871afd802db6379a98e80cedb", // GNO
    "0x6c76971f98945ae98dd7d4dfca8711ebea946ea6", // wstETH
    "0xaf204776c7245bf4147c2612bf6e5972ee483701", // sDAI
    "0xcb444e90d8198415266c6a2724b7900fb12fc56e", // EURe
  ],
  priceFeeds: [
    {
      heartbeatSeconds: 86_400,
      feeds: {
        "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d": "0x678df3415fc31947da4324ec63212874be5a82f8", // WXDAI: DAI
        "0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1": "0xa767f745331d267c7751297d982b050c93985627", // WETH: ETH
        "0xddafbb505ad214d7b80b1f830fccc89b60fb7a83": "0x26c31ac71010af62e6b486d1132e266d6298857d", // USDC
        "0x2a22f9c3b484c3629090feed35f17ff8f88f76f0": "0x26c31ac71010af62e6b486d1132e266d6298857d", // USDC.e: USDC
        "0x4ecaba5870353805a9f068101a40e0f32ed605c6": "0x68811d7df835b1c33e6eeae8e7c141ef48d48cc7", // USDT
        "0x9c58bacc331c9aa871afd802db6379a98e80cedb": "0x22441d81416430a54336ab28765abd31a792ad37", // GNO
        "0xfc421ad3c883bf9e7c4f42de845c4e4405799e73": "0x855193775ef2abb12cf95de3086229a14ab8e0e3", // GHO
        "0x7ef541e2a22058048904fe5744f9c7e4c57af717": "0x1b723c855f7d2c2785f99486973271355e782d77", // BAL
      },
    },
  ],
};
