import { shares, type VaultTable } from "./vault-config.ts";

/**
 * Yearn V3 vaults by chain id: shares without virtual assets. Above each: the public files that
 * state it.
 */
export const yearnVaults: VaultTable = {
  1: [
    // yvDAI-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0x028ec7330ff87667b6dfb0d94b954c820195336c", 0),
    // yvUSDC-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0xbe53a109b494e5c9f97b9cd39fe969be68bf6204", 0),
    // yvWETH-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0xc56413869c6cdf96496f2b1ef801fedbdfa7ddb0", 0),
    // yvUSDT-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0x310b7ea7475a0b449cfd73be81522f1b88efafaa", 0),
    // yvUSDS-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0x182863131f9a4630ff9e27830d945b1413e347e8", 0),
    // scrvUSD: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/1.json
    shares("0x0655977feb2f289a4ab78af67bab0d17aab84367", 0),
  ],
  137: [
    // USDC-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/137.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/137.json
    shares("0x34b9421fe3d52191b64bc32ec1ab764dcbcdbf5e", 0),
    // yvWMATIC-A: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/137.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/137.json
    shares("0x28f53ba70e5c8ce8d03b1fad41e9df11bb646c36", 0),
    // yvWETH-A: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/137.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/137.json
    shares("0x305f25377d0a39091e99b975558b1bdfc3975654", 0),
    // yvDAI-A: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/137.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/137.json
    shares("0x90b2f54c6addad41b8f6c4fccd555197bc0f773b", 0),
  ],
  8453: [
    // yvUSDC-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/8453.json
    shares("0xd80c675366966ef42b175125bbf1acb1db4151ac", 0),
    // yvWETH-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/8453.json
    shares("0x630db4ae19219025df594c943b638b5acb5e9d18", 0),
    // yvUSDC-H: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/8453.json
    shares("0xc3bd0a2193c8f027b82dde3611d18589ef3f62a9", 0),
    // yvWETH-H: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/8453.json
    shares("0x4d81c7d534d703e0a0aecadf668c0e0253e1f1c3", 0),
    // yvcbBTC-H: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/8453.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/8453.json
    shares("0x25f32ec89ce7732a4e9f8f3340a09259f823b7d3", 0),
  ],
  42161: [
    // yvUSDC-A: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/42161.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/42161.json
    shares("0x6faf8b7ffee3306efcfc2ba9fec912b4d49834c1", 0),
    // yvUSDT-A: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/42161.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/42161.json
    shares("0xc0ba9bfed28ab46da48d2b69316a3838698ef3f5", 0),
    // yvARB-1: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/42161.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/42161.json
    shares("0x7deb119b92b76f78c212bc54fbbb34cea75f4d4a", 0),
    // yvUSDC-2: https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/42161.json
    // https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/tokens/42161.json
    shares("0x9fa306b1f4a6a83fec98d8ebbabedff78c407f6b", 0),
  ],
};
