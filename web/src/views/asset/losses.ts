/** What trades are worth of which the cost is drawn, dollars. */
export const SIZES_USD: readonly number[] = [
  ...[100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000],
  ...[1_000_000, 3_000_000, 10_000_000],
];

/** What was paid for what, smallest units. */
export interface Filled {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Millionths of a percent. */
const SCALE = 100_000_000n;

/**
 * Percent by which each trade is paid worse than the best one of them, which is the smallest but
 * for what splits save; null where there is no trade.
 */
export function losses(trades: readonly (Filled | null)[]): (number | null)[] {
  const filled = trades.flatMap((trade) => trade ?? []).filter(({ amountOut }) => amountOut > 0n);
  const best = filled.reduce<Filled | null>(
    (most, trade) =>
      most === null || trade.amountOut * most.amountIn > most.amountOut * trade.amountIn
        ? trade
        : most,
    null,
  );
  return trades.map((trade) => {
    if (trade === null || best === null) return null;
    const kept = (trade.amountOut * best.amountIn * SCALE) / (trade.amountIn * best.amountOut);
    return Number(SCALE - kept) / 1_000_000;
  });
}
