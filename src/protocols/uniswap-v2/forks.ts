import type { TokenMetadata } from "../../catalog/metadata.ts";

/**
 * What a protocol takes of the growth of sqrt(reserve0 * reserve1) while its fee is on, minted in
 * shares: supply * growth * share / (root * rootWeight + rootLast * rootLastWeight).
 */
export interface ProtocolFee {
  readonly share: number;
  readonly rootWeight: number;
  readonly rootLastWeight: number;
}

/** The liquidity shares of a deployment's pairs. */
export interface ShareToken {
  readonly protocolFee: ProtocolFee;
  /** Whether the fee was on from the first pair; a later change shows in what the pairs mint. */
  readonly feeOnAtStart: boolean;
  /** What every pair says of itself; null where it is not certain, and each is asked. */
  readonly metadata: TokenMetadata | null;
}

/** In what the forks differ. */
export interface Fork {
  /**
   * Swap fee in hundredths of a basis point: 3000 is 0.3 %. `per-pair` where each pair states its
   * own with `swapFee()` in thousandths; such a pair is read once, when it is discovered, since a
   * change emits no event.
   */
  readonly feePips: number | "per-pair";
  /**
   * Null where no public source states how the protocol's fee is minted: the pairs are for swaps
   * only.
   */
  readonly share: ShareToken | null;
}

// https://github.com/Uniswap/v2-core/blob/ee547b17853e71ed4e0101ccfd52e70d5acded58/contracts/UniswapV2Pair.sol#L88
const ONE_SIXTH: ProtocolFee = { share: 1, rootWeight: 5, rootLastWeight: 1 };
// https://github.com/pancakeswap/pancake-swap-core/blob/6c0f9af167ff6e71c3c08fc8060be1c1a6e0698a/contracts/PancakePair.sol
const EIGHT_OF_TWENTY_FIVE: ProtocolFee = { share: 8, rootWeight: 17, rootLastWeight: 8 };

/** The original; its fee was switched on years after its start. */
export const UNISWAP: Fork = {
  feePips: 3000,
  share: {
    protocolFee: ONE_SIXTH,
    feeOnAtStart: false,
    metadata: { name: "Uniswap V2", symbol: "UNI-V2", decimals: 18 },
  },
};

/** Code like the original's, with names of their own. */
export const PLAIN: Fork = {
  feePips: 3000,
  share: { protocolFee: ONE_SIXTH, feeOnAtStart: false, metadata: null },
};

export const SUSHISWAP: Fork = {
  feePips: 3000,
  share: {
    protocolFee: ONE_SIXTH,
    feeOnAtStart: true,
    // https://unpkg.com/@sushiswap/core@1.4.2/contracts/uniswapv2/UniswapV2ERC20.sol
    metadata: { name: "SushiSwap LP Token", symbol: "SLP", decimals: 18 },
  },
};

export const PANCAKESWAP: Fork = {
  feePips: 2500,
  share: {
    protocolFee: EIGHT_OF_TWENTY_FIVE,
    feeOnAtStart: true,
    // https://github.com/pancakeswap/pancake-swap-core/blob/6c0f9af167ff6e71c3c08fc8060be1c1a6e0698a/contracts/PancakeERC20.sol
    metadata: { name: "Pancake LPs", symbol: "Cake-LP", decimals: 18 },
  },
};

/** The protocol's part of the growth is a setting of each pair. */
export const BISWAP: Fork = { feePips: "per-pair", share: null };

export const SHIBASWAP: Fork = { feePips: 3000, share: null };
