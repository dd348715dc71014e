import { shares, type VaultTable } from "./vault-config.ts";

/**
 * MetaMorpho vaults by chain id: shares with one virtual asset. Above each: the public files that
 * state it.
 */
export const morphoVaults: VaultTable = {
  1: [
    // steakUSDC:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    shares("0xbeef01735c132ada46aa9aa4c54623caa92a64cb", 1),
    // steakETH:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    shares("0xbeef050ecd6a16c4e7bffbb52ebba7846c4b8cd4", 1),
    // steakWBTC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    shares("0xbeef094333aedd535c130958c204e84f681fd9fa", 1),
    // bbqUSDC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    shares("0xbeefff209270748ddd194831b3fa287a5386f5bc", 1),
    // bbqWSTETH:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    shares("0x833adaef212c5cd3f78906b44bbfb18258f238f0", 1),
    // gtUSDCf:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    shares("0xc582f04d8a82795aa2ff9c8bb4c1c889fe7b754e", 1),
    // gtWETH:
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    shares("0x2371e134e3455e0593363cbf89d3b6cf53740618", 1),
    // gtLRTcore:
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/ethereum.js
    shares("0x4881ef0bf6d2365d3dd6499ccd7532bcdbce0658", 1),
    // Re7WETH:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/swell-earn-eth/index.js
    shares("0x78fc2c2ed1a4cdb5402365934ae5648adad094d0", 1),
    // gtDAIcore:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    shares("0x500331c9ff24d9d11aee6b07734aa72343ea74a5", 1),
    // bbETH:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/block-analitica/index.js
    shares("0x38989bba00bdf8181f4082995b3deae96163ac5d", 1),
    // bbUSDT:
    // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/block-analitica/index.js
    shares("0x2c25f6c25770ffec5959d34b94bf898865e5d6b1", 1),
    // spDAI: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/spark-liquidity-layer/index.js
    shares("0x73e65dbd630f90604062f6e02fab9138e713edd9", 1),
    // sparkUSDS:
    // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/spark-liquidity-layer/index.js
    shares("0xe41a0583334f0dc4e023acd0bfef3667f6fe0597", 1),
  ],
  10: [
    // gtUSDCp:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/optimism/morphoPools.json
    // https://github.com/DefiLlama/yield-server/blob/e638965f28/src/adaptors/morpho-blue/index.js
    shares("0xc30ce6a5758786e0f640cc5f881dd96e9a1c5c59", 1),
  ],
  137: [
    // cUSDC-morpho:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/matic/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/compound-blue/index.js
    shares("0x781fb7f6d845e3be129289833b04d43aa8558c42", 1),
    // cUSDT-morpho:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/matic/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/compound-blue/index.js
    shares("0xfd06859a671c21497a2eb8c5e3fea48de924d6c8", 1),
    // cWETH-morpho:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/matic/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/compound-blue/index.js
    shares("0xf5c81d25ee174d83f1fd202ca94ae6070d073ccf", 1),
  ],
  8453: [
    // mwUSDC: https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb7/chains/8453.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0xc1256ae5ff1cf2719d4937adb3bbccab2e00a2ca", 1),
    // mwETH: https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb7/chains/8453.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0xa0e430870c4604ccfc7b38ca7845b1ff653d0ff1", 1),
    // mwEURC: https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb7/chains/8453.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0xf24608e0ccb972b0b0f4a6446a0bbf58c701a026", 1),
    // mwcbBTC:
    // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb7/chains/8453.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0x543257ef2161176d7c8cd90ba65c2d4caef5a796", 1),
    // steakUSDC:
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/yieldseeker/index.js
    shares("0xbeef010f9cb27031ad51e3333f9af9c6b1228183", 1),
    // gtUSDCp:
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/yieldseeker/index.js
    shares("0xee8f4ec5672f09119b96ab6fb59c27e1b7e44b61", 1),
    // gtUSDCc:
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/yieldseeker/index.js
    shares("0xc0c5689e6f4d256e861f65465b691aeecc0deb12", 1),
    // smUSDC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/base/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0x616a4e1db48e22028f6bbf20444cd3b8e3273738", 1),
    // smWETH:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/base/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0x27d8c7273fd3fcc6956a0b370ce5fd4a7fc65c18", 1),
    // smcbBTC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/base/morphoPools.json
    // https://github.com/DefiLlama/dimension-adapters/blob/e7346b0e9e/factory/curators.ts
    shares("0x5a47c803488fe2bb0a0eaaf346b420e4df22f3c7", 1),
    // sparkUSDC: https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Base.sol
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/zyfai/base.js
    shares("0x7bfa7c4f149e7415b73bdedfe609237e29cbf34a", 1),
  ],
  42161: [
    // steakUSDC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/giza/arma.js
    shares("0x5c0c306aaa9f877de636f4d5822ca9f2e81563ba", 1),
    // gtUSDCc:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/giza/arma.js
    shares("0x7e97fa6893871a2751b5fe961978dccb2c201e65", 1),
    // gtUSDCp:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/giza/arma.js
    shares("0x7c574174da4b2be3f705c6244b4bfa0815a8b3ed", 1),
    // hyperUSDC:
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/arbitrum/morphoPools.json
    // https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/superReturn/index.js
    shares("0x4b6f1c9e5d470b97181786b26da0d0945a7cf027", 1),
  ],
};
