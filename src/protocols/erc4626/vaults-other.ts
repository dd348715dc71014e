import { indexed, savings, shares, type VaultTable } from "./vault-config.ts";

// https://github.com/dydxprotocol/v4-chain/blob/7b9e327c5f/protocol/daemons/sdaioracle/client/types/constants.go
const POT = "0x197e90f9fad81970ba7976f33cbd77088e5d7cf7";

/**
 * Savings Dai by chain id; on Gnosis an OpenZeppelin vault. Above each: the public files that state
 * it.
 */
export const savingsDai: VaultTable = {
  1: [
    // sDAI: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
    savings("0x83f20f44975d03b1b09e64809b757c47f942beea", "dsr", POT),
  ],
  100: [
    // sDAI: https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/DefiLlama/yield-server/blob/e638965f28/src/adaptors/sdai/index.js
    shares("0xaf204776c7245bf4147c2612bf6e5972ee483701", 1),
  ],
};

/** Savings USDS, with its rate in the vault itself. Above: the public files that state it. */
export const savingsUsds: VaultTable = {
  1: [
    // sUSDS: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/helper/coreAssets.json
    savings("0xa3931d71877c0e7a3148cb7eb4463524fec27fbd", "ssr"),
  ],
};

/** Savings vaults of Spark by chain id. Above each: the public files that state it. */
export const sparkVaults: VaultTable = {
  1: [
    // sUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/spark-savings/index.js
    indexed("0xbc65ad17c5c0a2a4d159fa5a503f4992c7b545fe"),
    // spUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    savings("0x28b3a8fb53b741a8fd78c0fb9a6b2393d896a43d", "vsr"),
    // spUSDT: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/yield-server/blob/e638965f28/src/adaptors/spark-savings/index.ts
    savings("0xe2e7a17dff93280dec073c995595155283e3c372", "vsr"),
    // spETH: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    savings("0xfe6eb3b609a7c8352a241f7f3a21cea4e9209b8f", "vsr"),
  ],
  10: [
    // sUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Optimism.sol
    // https://github.com/velodrome-finance/indexer/blob/8fcf9a806a/src/PriceOverrides.ts
    indexed("0xcf9326e24ebffbef22ce1050007a43a3c0b6db55"),
  ],
  8453: [
    // sUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Base.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    indexed("0x3128a0f7f0ea68e7b7c9b00afa7e41045828e858"),
  ],
  42161: [
    // sUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Arbitrum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/index.js
    indexed("0x940098b108fb7d0a7e374f6eded7760787464609"),
  ],
};

/** Staked USDe: redeems only while its cooldown is off. Above: the public files that state it. */
export const ethenaVaults: VaultTable = {
  1: [
    // sUSDe:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    { ...shares("0x9d39a5de30e57443bff2a8307a4256c8797a3497", 1), redeem: "without-cooldown" },
  ],
};

/** Wrappers of Origin's rebasing tokens by chain id. Above each: the public files that state it. */
export const originVaults: VaultTable = {
  1: [
    // wOETH:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/prices/1.json
    shares("0xdcee70654261af21c44c093c300ed3bb97b78192", 1),
    // wOUSD:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/prices/1.json
    shares("0xd2af830e8cbdfed6cc11bab697bb25496ed6fa62", 1),
  ],
  8453: [
    // wsuperOETHb:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/base/tokens/tokens.ts
    shares("0x7fcd174e80f264448ebee8c88a7c4476aaf58ea6", 1),
  ],
};

/**
 * YO vaults by chain id: they pay redemptions later, on request. Above each: the public files that
 * state it.
 */
export const yoVaults: VaultTable = {
  8453: [
    // yoETH:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/yo/index.js
    { ...shares("0x3a43aec53490cb9fa922847385d82fe25d0e9de7", 1), redeem: "never" },
    // yoUSD:
    // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/erc4626/config.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/yo/index.js
    { ...shares("0x0000000f2eb9f69274678c76222b35eec7588a65", 1), redeem: "never" },
  ],
};

/**
 * Bend vaults, MetaMorpho on Berachain, where no public file states a factory. Above: the public
 * files that state it.
 */
export const bendVaults: VaultTable = {
  80094: [
    // re7HONEY: https://github.com/berachain/metadata/blob/1cedf1e12e/src/vaults/mainnet.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/reservoir-protocol/index.js
    shares("0x30bba9cd9eb8c95824aa42faa1bb397b07545bc1", 1),
  ],
};
