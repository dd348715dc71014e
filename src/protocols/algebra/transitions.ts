import { volumePerLiquidityOf } from "./fees.ts";

/** What was traded since the last timepoint, and when that was. */
export interface Remembered {
  /** By liquidity, Q64; null until a timepoint was written. */
  readonly volumePerLiquidity: bigint | null;
  /** Seconds since the epoch. */
  readonly timepointTimestamp: number;
}

/** A pool writes a timepoint at the first change of a second, and counts from 0 again. */
export function written(row: Remembered, timestamp: number): Remembered {
  const { volumePerLiquidity, timepointTimestamp } = row;
  return timepointTimestamp === timestamp
    ? { volumePerLiquidity, timepointTimestamp }
    : { volumePerLiquidity: 0n, timepointTimestamp: timestamp };
}

/** `Swap` counts what it traded by the liquidity after it. */
export function traded(
  row: Remembered,
  log: { readonly amount0: bigint; readonly amount1: bigint; readonly liquidity: bigint },
  timestamp: number,
): Remembered {
  const { volumePerLiquidity, timepointTimestamp } = written(row, timestamp);
  if (volumePerLiquidity === null) return { volumePerLiquidity, timepointTimestamp };
  const added = volumePerLiquidityOf(log.liquidity, [log.amount0, log.amount1]);
  return { volumePerLiquidity: volumePerLiquidity + added, timepointTimestamp };
}
