import type { Hex } from "viem";

/**
 * Bits of a pool's parameters by which its hook is called before and after a swap, and may change
 * what it takes and pays.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/interfaces/ICLHooks.sol#L17
 */
const SWAP_BITS = (1n << 6n) | (1n << 7n) | (1n << 10n) | (1n << 11n);

/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/libraries/CLPoolParametersHelper.sol#L19 */
export const TICK_SPACING_SHIFT = 16n;

/**
 * Whether a pool's swaps follow from its events alone. One whose hook is called by swaps is left
 * out, even where it could change no amount: it could still refuse whom it likes. A fee that a hook
 * sets otherwise is told by an event.
 */
export function isKnownByEvents({ parameters }: { readonly parameters: Hex }): boolean {
  return (BigInt(parameters) & SWAP_BITS) === 0n;
}

/** The tick spacing in a pool's parameters. */
export function tickSpacingOf(parameters: Hex): number {
  return Number(BigInt.asIntN(24, BigInt(parameters) >> TICK_SPACING_SHIFT));
}
