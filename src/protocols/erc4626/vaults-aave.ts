import { indexed, type VaultTable } from "./vault-config.ts";

/**
 * Wrapped aTokens by chain id: priced by the reserve's income index. Above each: the public files
 * that state it.
 */
export const aaveVaults: VaultTable = {
  1: [
    // waWETH:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/balancerV3pools.json
    indexed("0x0bfc9d54fc184518a81162f8fb99c2eaca081202"),
    // waUSDC:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/balancerV3pools.json
    indexed("0xd4fa2d31b7968e448877f69a96de69f5de8cd23e"),
    // waUSDT:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/balancerV3pools.json
    indexed("0x7bc3485026ac48b6cf9baf0a377477fff5703af8"),
  ],
  10: [
    // waWETH:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/optimism/balancerV3.json
    indexed("0x464b808c2c7e04b07e860fdf7a91870620246148"),
    // waUSDCn:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/optimism/balancerV3.json
    indexed("0x41b334e9f2c0ed1f30fd7c351874a6071c53a78e"),
    // waUSDT:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Optimism.ts
    indexed("0x927cff131fd5b43fc992d071929b2c095d6e4b70"),
  ],
  100: [
    // waWETH: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/gnosis/balancerV3Pools.json
    indexed("0x57f664882f762fa37903fc864e2b633d384b411a"),
    // waUSDCe: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
    indexed("0x51350d88c1bd32cc6a79368c9fb70373fb71f375"),
    // waGNO: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Gnosis.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/gnosis/balancerV3Pools.json
    indexed("0x7c16f0185a26db0ae7a9377f23bc18ea7ce5d644"),
  ],
  137: [
    // waUSDT0:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Polygon.ts
    indexed("0x2ead203c5c1c00612b1ddbbb20e4180da822d6ff"),
  ],
  8453: [
    // waWETH: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/base/tokens/tokens.ts
    indexed("0xe298b938631f750dd409fb18227c4a23dcdaab9b"),
    // waUSDC: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/base/auraV3pools.json
    indexed("0xc768c589647798a6ee01a91fde98ef2ed046dbd6"),
    // wacbBTC: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
    indexed("0xfa2a03b6f4a65fb1af64f7d935fdbf78693df9af"),
    // wawstETH: https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Base.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/base/tokens/tokens.ts
    indexed("0x0830820d1a9aa1554364752d6d8f55c836871b74"),
  ],
  42161: [
    // waWETH:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/auraV3Pools.json
    indexed("0x4ce13a79f45c1be00bdabd38b764ac28c082704e"),
    // waUSDCn:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/auraV3Pools.json
    indexed("0x7f6501d3b98ee91f9b9535e4b0ac710fb0f9e0bc"),
    // waUSDT:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Arbitrum.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/auraV3Pools.json
    indexed("0xa6d12574efb239fc1d2099732bd8b5dc6306897f"),
  ],
  43114: [
    // waWAVAX:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/avax/balancerV3Pools.json
    indexed("0xd7da0de6ef4f51d6206bf2a35fcd2030f54c3f7b"),
    // waUSDC:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/avax/balancerV3Pools.json
    indexed("0xe1bfc96d95badcb10ff013cb0c9c6c737ca07009"),
    // waUSDt:
    // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Avalanche.ts
    indexed("0x59933c571d200dc6a7fd1cda22495db442082e34"),
  ],
};
