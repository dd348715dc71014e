const PIPS = 1_000_000;
const BITS = 12;
const MASK = (1 << BITS) - 1;

/**
 * What swaps pay of token0 and of token1: the protocol takes its part of the input, the providers
 * theirs of the rest. Hundredths of a basis point, rounded up.
 *
 * @param protocolFee Of token0 in the lower 12 bits, of token1 in the next.
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/ProtocolFeeLibrary.sol#L39
 */
export function swapFeesPips(lpFeePips: number, protocolFee: number): number | [number, number] {
  const total = (part: number) => part + lpFeePips - Math.floor((part * lpFeePips) / PIPS);
  const [of0, of1] = protocolFeesPips(protocolFee).map(total) as [number, number];
  return of0 === of1 ? of0 : [of0, of1];
}

/** The protocol's part of token0 and of token1, hundredths of a basis point. */
export function protocolFeesPips(protocolFee: number): readonly [of0: number, of1: number] {
  return [protocolFee & MASK, (protocolFee >> BITS) & MASK];
}
