/**
 * The fee in the key of a pool whose hook sets it.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/libraries/LPFeeLibrary.sol#L22
 */
const DYNAMIC_FEE = 0x800000;

const BITS = 12;
const MASK = (1 << BITS) - 1;

/** What providers of a new pool take: nothing until its hook says so, where that sets the fee. */
export function firstFee(keyFee: number): number {
  return keyFee === DYNAMIC_FEE ? 0 : keyFee;
}

/**
 * The protocol's fees after a swap, which tells that of its direction.
 *
 * @param both Of token0 in the lower 12 bits, of token1 in the next; hundredths of a basis point.
 * @param log Of the swap: what the trader gained of token0, and the fee of what was sold.
 */
export function protocolFeeAfter(
  both: number,
  { amount0, protocolFee }: { readonly amount0: bigint; readonly protocolFee: number },
): number {
  return amount0 < 0n ? (both & ~MASK) | protocolFee : (both & MASK) | (protocolFee << BITS);
}
