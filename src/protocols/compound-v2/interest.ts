import { min } from "../../lib/math.ts";
import type { BlockContext } from "../protocol.ts";

const WAD = 10n ** 18n;
const SECONDS_PER_YEAR = 31_536_000;

/**
 * Rate per tick of the clock above which a market refuses everything, 18 decimals.
 *
 * @see https://github.com/compound-finance/compound-protocol/blob/a3214f67b73310d547e00fc578e8355911c9d376/contracts/CTokenInterfaces.sol#L31
 */
export const MOST_RATE_WAD = 5n * 10n ** 12n;

/** What a market's exchange rate and interest are made of. Smallest unit of its asset. */
export interface Interest {
  readonly clock: "block" | "second";
  /** Block or second of the last accrual. */
  readonly accruedAt: number;
  /** What borrowers pay per tick of the clock, 18 decimals, at the utilization of the state. */
  readonly borrowRateWad: bigint;
  /** Part of the interest that the protocol keeps, 18 decimals. */
  readonly reserveFactorWad: bigint;
  readonly cash: bigint;
  readonly totalBorrows: bigint;
  readonly totalReserves: bigint;
  /** Shares, smallest unit. */
  readonly totalSupply: bigint;
  /** Exchange rate while there are no shares, 18 decimals; 0 while unknown. */
  readonly initialRateWad: bigint;
  /** First block whose accrual pays reserves out; null: none does. */
  readonly reservesDueAt: number | null;
}

/**
 * The market at a block: interest since the last accrual at the rate of now, linearly, and reserves
 * paid out where that is due.
 *
 * @see https://github.com/compound-finance/compound-protocol/blob/a3214f67b73310d547e00fc578e8355911c9d376/contracts/CToken.sol#L325
 * @see https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/contracts/Tokens/VTokens/VToken.sol
 */
export function accrued<S extends Interest>(state: S, at: BlockContext): S {
  const now = state.clock === "block" ? at.number : at.timestamp;
  const elapsed = now - BigInt(state.accruedAt);
  if (elapsed <= 0n) return state;
  const interest = (state.borrowRateWad * elapsed * state.totalBorrows) / WAD;
  const totalReserves = state.totalReserves + (interest * state.reserveFactorWad) / WAD;
  const isDue = state.reservesDueAt !== null && now >= BigInt(state.reservesDueAt);
  const paidOut = isDue ? min(state.cash, totalReserves) : 0n;
  return {
    ...state,
    accruedAt: Number(now),
    totalBorrows: state.totalBorrows + interest,
    totalReserves: totalReserves - paidOut,
    cash: state.cash - paidOut,
  };
}

/** What shares are a claim on; below 0 where reserves exceed it. */
export function assetsOf({ cash, totalBorrows, totalReserves }: Interest): bigint {
  return cash + totalBorrows - totalReserves;
}

/**
 * Assets per share, 18 decimals, rounded down; 0 where there is none.
 *
 * @see https://github.com/compound-finance/compound-protocol/blob/a3214f67b73310d547e00fc578e8355911c9d376/contracts/CToken.sol#L283
 */
export function exchangeRateWad(state: Interest): bigint {
  if (state.totalSupply === 0n) return state.initialRateWad;
  const assets = assetsOf(state);
  return assets <= 0n ? 0n : (assets * WAD) / state.totalSupply;
}

/** Shares for an amount of assets, rounded down. */
export function sharesDown(assets: bigint, rateWad: bigint): bigint {
  return (assets * WAD) / rateWad;
}

/** Assets for shares, rounded down. */
export function assetsDown(shares: bigint, rateWad: bigint): bigint {
  return (shares * rateWad) / WAD;
}

/** The largest number of shares that are worth no more than that. */
export function largestShares(assets: bigint, rateWad: bigint): bigint {
  return ((assets + 1n) * WAD - 1n) / rateWad;
}

/** Part of what the market owns that suppliers earn per tick of the clock. */
export function supplyRate(state: Interest): number {
  const assets = assetsOf(state);
  if (assets <= 0n) return 0;
  const used = Number(state.totalBorrows) / Number(assets);
  const kept = 1 - Number(state.reserveFactorWad) / 1e18;
  return (Number(state.borrowRateWad) / 1e18) * used * kept;
}

/** How often a market's clock ticks in a year. */
export function ticksOf(clock: "block" | "second", blockTimeSeconds: number): number {
  return clock === "second" ? SECONDS_PER_YEAR : Math.round(SECONDS_PER_YEAR / blockTimeSeconds);
}
