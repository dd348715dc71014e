import type { Address } from "viem";
import type { PoolState } from "../protocol.ts";

/** What the maths of a market is done with. */
export interface MarketTotals {
  /** Seconds since the epoch. */
  readonly expiry: bigint;
  /** 18 decimals. */
  readonly scalarRoot: bigint;
  /** Percent of the fee that leaves the market. */
  readonly reserveFeePercent: bigint;
  /** Smallest units. */
  readonly totalPt: bigint;
  readonly totalSy: bigint;
  /** Of liquidity tokens, smallest unit. */
  readonly supply: bigint;
  /** Logarithm of the growth of a year that the last trade left, 18 decimals. */
  readonly lnImpliedRate: bigint;
  /** Smallest units of the asset for one SY, 18 decimals, as SY said at the end of a block. */
  readonly rate: bigint;
  /** The largest that YT has seen of it: what counts where the rate has fallen. */
  readonly keptRate: bigint;
}

/** A market of PT, what SY is worth at a date, in SY. */
export interface PendleMarket extends PoolState, MarketTotals {
  readonly kind: "market";
  /** The market, which is its own liquidity token. */
  readonly address: Address;
  readonly router: Address;
  readonly sy: Address;
  readonly pt: Address;
  readonly yt: Address;
  /** PT in existence, smallest unit. */
  readonly ptSupply: bigint;
  /** Logarithm of the fee of a year, 18 decimals: of anyone's trades, and of the router's. */
  readonly lnFeeRoot: bigint;
  readonly routerLnFeeRoot: bigint;
  /** What liquidity earns: what SY does, then what the market adds, PENDLE. */
  readonly rewardTokens: readonly Address[];
  /** Whether SY is, whose moves are refused then. */
  readonly isPaused: boolean;
  /** Whether the expiry was over at the end of a block: PT is redeemed, and nothing is traded. */
  readonly isExpired: boolean;
}

/** An SY, which is minted and redeemed one for one for the token that it earns with. */
export interface PendleWrapper extends PoolState {
  readonly kind: "wrapper";
  readonly address: Address;
  readonly yieldToken: Address;
  /** Smallest units: SY in existence, and what it holds of the token. */
  readonly supply: bigint;
  readonly held: bigint;
  readonly isPaused: boolean;
}

/** State of a market or SY. */
export type PendlePool = PendleMarket | PendleWrapper;

/** SY's rate as YT counts it: it never falls. 18 decimals. */
export function indexOf({ rate, keptRate }: Pick<MarketTotals, "rate" | "keptRate">): bigint {
  return rate > keptRate ? rate : keptRate;
}
