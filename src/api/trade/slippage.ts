/** Basis points of the whole. */
const BPS = 10_000n;

/** Slippage unless a request says otherwise. */
export const DEFAULT_SLIPPAGE_BPS = 50;

/**
 * Least output that a slippage allows: max(1, floor(amountOut * (10000 - slippageBps) / 10000)).
 */
export function minimumAfterSlippage(amountOut: bigint, slippageBps: number): bigint {
  const least = (amountOut * (BPS - BigInt(slippageBps))) / BPS;
  return least > 0n ? least : 1n;
}
