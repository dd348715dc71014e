import type { Address } from "viem";
import type { Chain } from "./chain.ts";

// At one address on every chain, as the viem definition of each of them states.
const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";
// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";

// Above each chain: the public files that state its facts and its tokens. Which tokens are anchors and connectors is a
// choice of this project.
const ALL: readonly Chain[] = [
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/mainnet.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
    chainId: 1,
    name: "mainnet",
    blockTimeSeconds: 12,
    native: { symbol: "ETH", name: "Ether", decimals: 18 },
    wrappedNative: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/optimism.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
    chainId: 10,
    name: "optimism",
    blockTimeSeconds: 2,
    native: { symbol: "ETH", name: "Ether", decimals: 18 },
    wrappedNative: "0x4200000000000000000000000000000000000006",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/bsc.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3BNB.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/bsc/tokens/tokens.ts
    chainId: 56,
    name: "binance",
    blockTimeSeconds: 0.75,
    native: { symbol: "BNB", name: "BNB", decimals: 18 },
    wrappedNative: "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/gnosis.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/gnosis/tokens/tokens.ts
    chainId: 100,
    name: "gnosis",
    blockTimeSeconds: 5,
    native: { symbol: "XDAI", name: "xDAI", decimals: 18 },
    wrappedNative: "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/polygon.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Polygon.ts
    chainId: 137,
    name: "polygon",
    blockTimeSeconds: 2,
    native: { symbol: "POL", name: "POL", decimals: 18 },
    wrappedNative: "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/base.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
    // https://github.com/marsfoundation/spark-address-registry/blob/1af7cfa87e/src/Base.sol
    // https://github.com/Uniswap/default-token-list/blob/49f39bd7e8/src/tokens/base.json
    chainId: 8453,
    name: "base",
    blockTimeSeconds: 2,
    native: { symbol: "ETH", name: "Ether", decimals: 18 },
    wrappedNative: "0x4200000000000000000000000000000000000006",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/arbitrum.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
    chainId: 42161,
    name: "arbitrum",
    blockTimeSeconds: 0.25,
    native: { symbol: "ETH", name: "Ether", decimals: 18 },
    wrappedNative: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/avalanche.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/tokens/tokens.ts
    chainId: 43114,
    name: "avalanche",
    blockTimeSeconds: 2,
    native: { symbol: "AVAX", name: "Avalanche", decimals: 18 },
    wrappedNative: "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
  {
    // https://github.com/wevm/viem/blob/0912a29d5c/src/chains/definitions/berachain.ts
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa55/pkg/valueobject/wrapped_native.go
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/berachain/tokens/tokens.ts
    // https://github.com/berachain/metadata/blob/1cedf1e12e/src/tokens/mainnet.json
    chainId: 80094,
    name: "berachain",
    blockTimeSeconds: 2,
    native: { symbol: "BERA", name: "BERA", decimals: 18 },
    wrappedNative: "0x6969696969696969696969696969696969696969",
    multicall3: MULTICALL3,
    permit2: PERMIT2,
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
  },
];

/** The chains Weir knows, by chain id, in ascending order. */
export const CHAINS: ReadonlyMap<number, Chain> = new Map(
  ALL.map((chain) => [chain.chainId, chain]),
);
