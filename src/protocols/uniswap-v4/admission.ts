import type { Address } from "viem";

/**
 * The fee of a key whose pool has none of its own: its hook sets it, without an event.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/LPFeeLibrary.sol#L17
 */
const DYNAMIC_FEE = 0x800000;

/**
 * Bits of a hook's address by which it is called before and after a swap, and may change what it
 * takes and pays.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/Hooks.sol#L36
 */
const SWAP_BITS = (1n << 7n) | (1n << 6n) | (1n << 3n) | (1n << 2n);

/**
 * Whether a pool's swaps follow from its events alone. One whose hook is called by swaps is left
 * out, even where it could change no amount: it could still refuse whom it likes.
 */
export function isKnownByEvents(key: { readonly fee: number; readonly hooks: Address }): boolean {
  return key.fee !== DYNAMIC_FEE && (BigInt(key.hooks) & SWAP_BITS) === 0n;
}
