/**
 * What moves a pool's fee between its events: the distance of its tick from the average of the last
 * minutes. Fees in hundredths of a basis point.
 */
export interface DynamicFee {
  /** What each tick of distance adds, scaled by 10^6; 0: nothing. */
  readonly scalingFactor: bigint;
  readonly capPips: number;
  /** Average ticks at the time of the reading and each second after it, while nothing trades. */
  readonly averageTicks: readonly number[];
  /** Of the reading, seconds since the epoch. */
  readonly latestTimestamp: number;
  /** What swaps pay until one has moved the tick at their time; null: what all pay. */
  readonly firstPips: number | null;
  /** From when none has, seconds since the epoch. */
  readonly sinceTimestamp: number;
}

const PRECISION = 1_000_000n;

/**
 * Fee of a swap that begins at a tick, hundredths of a basis point.
 *
 * @param basePips Without any distance.
 * @param timestamp Of the swap's block, seconds since the epoch.
 * @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/fees/DynamicSwapFeeModule.sol#L198 `getFee`
 */
export function feePipsAt(
  basePips: number,
  fee: DynamicFee,
  { tick, timestamp }: { readonly tick: number; readonly timestamp: number },
): number {
  const { scalingFactor, capPips, averageTicks, latestTimestamp } = fee;
  if (fee.firstPips !== null && timestamp >= fee.sinceTimestamp) return fee.firstPips;
  const last = averageTicks.length - 1;
  const second = Math.min(Math.max(0, timestamp - latestTimestamp), last);
  const distance = Math.abs(tick - (averageTicks[second] ?? tick));
  const added = Number((BigInt(distance) * scalingFactor) / PRECISION);
  return Math.min(basePips + added, capPips);
}
