import type { Address } from "viem";

/**
 * Lengths of an interval, seconds. Intervals start at multiples of their length since the epoch.
 */
export const INTERVAL_SECONDS = { hour: 3_600, day: 86_400 } as const;

export type Interval = keyof typeof INTERVAL_SECONDS;

/** Intervals of a chain's past. */
export interface HistoryRange {
  readonly chainId: number;
  readonly interval: Interval;
  /** Start of the first interval, seconds since the epoch. */
  readonly from: number;
  /** End of the last interval, which is not part of it. */
  readonly to: number;
}

/** Swaps of a pool in one direction during an interval. */
export interface SwapVolume {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly swaps: number;
  /** Smallest unit of tokenIn, fees included. */
  readonly volumeIn: bigint;
  /** Smallest unit of tokenOut. */
  readonly volumeOut: bigint;
  /** Smallest unit of tokenIn. */
  readonly feesIn: bigint;
}

/** What one direction through a pool pays. */
export interface PoolPrice {
  readonly action: "swap" | "deposit" | "redeem";
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Whole tokenOut per whole tokenIn for a tiny amount, before fees. */
  readonly price: number;
}

/** A pool in an interval in which it traded or changed. */
export interface PoolPoint {
  /** Start of the interval, seconds since the epoch. */
  readonly timestamp: number;
  readonly volume: readonly SwapVolume[];
  /** At the last change in the interval; null where nothing but its volume is known. */
  readonly state: { readonly block: number; readonly prices: readonly PoolPrice[] } | null;
}

/** A token in an interval, at its end; null: unknown. */
export interface TokenPoint {
  readonly timestamp: number;
  /** US dollars of a whole token. */
  readonly priceUsd: number | null;
  /** US dollars held by what issues it; null on base tokens. */
  readonly tvlUsd: number | null;
  /** Percent per year; null on base tokens. */
  readonly apy: number | null;
}

/** A position without a token in an interval, at its end; null: unknown. */
export interface PositionPoint {
  readonly timestamp: number;
  /** Percent per year. */
  readonly apy: number | null;
  readonly tvlUsd: number | null;
}

/**
 * What was recorded of tokens and positions, ascending; intervals of which nothing is known are
 * left out.
 */
export interface RecordedHistory {
  tokens(address: Address, range: HistoryRange): Promise<readonly TokenPoint[]>;
  /** @param key As in the snapshot's positions. */
  positions(key: Address, range: HistoryRange): Promise<readonly PositionPoint[]>;
}
