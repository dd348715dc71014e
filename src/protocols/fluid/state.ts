import type { Address } from "viem";
import type { PoolState } from "../protocol.ts";

/** Tokens of a pool by their place, in the order of their addresses. */
export type Pair<T> = readonly [first: T, second: T];

/** What the Liquidity layer knows of a token, and of the pool's part in it: its storage words. */
export interface Account {
  /** `_userSupplyData` of the pool; 0: it may not supply. */
  readonly supply: bigint;
  /** `_userBorrowData` of the pool; 0: it may not borrow. */
  readonly borrow: bigint;
  /** `_exchangePricesAndConfig`. */
  readonly prices: bigint;
  /** `_totalAmounts`. */
  readonly totals: bigint;
  /** `_configs2`. */
  readonly configs: bigint;
  /** What the layer holds, smallest unit. */
  readonly balance: bigint;
}

/** State of a pool: its storage words, and its accounts in the Liquidity layer. */
export interface FluidPool extends PoolState {
  readonly address: Address;
  readonly tokens: Pair<Address>;
  /** Numbers of 12 decimals for a smallest unit: what it is multiplied with, then divided by. */
  readonly numerators: Pair<bigint>;
  readonly denominators: Pair<bigint>;
  /** `dexVariables`: last prices and times. */
  readonly variables: bigint;
  /** `dexVariables2`: fee, ranges, limits and switches. */
  readonly config: bigint;
  /** `_rangeShift`, and 128 bits higher `_thresholdShift`. */
  readonly shifts: bigint;
  /** `_centerPriceShift`. */
  readonly centerShift: bigint;
  /** What the contract of the center price said, 27 decimals; 0: the pool has none. */
  readonly externalPrice: bigint;
  readonly accounts: Pair<Account>;
}

/** Fields of `dexVariables2`. */
export interface PoolConfig {
  readonly hasCollateral: boolean;
  readonly hasDebt: boolean;
  /** Hundredths of a basis point. */
  readonly feePips: bigint;
  /** Part of the fee in percent that the Liquidity layer keeps. */
  readonly revenuePercent: bigint;
  readonly isPaused: boolean;
}

/** Hundredths of a basis point in one. */
export const SIX_DECIMALS = 1_000_000n;
/** Part of a fee's percent in one. */
export const EIGHT_DECIMALS = 100_000_000n;
/** Scale of prices. */
export const E27 = 10n ** 27n;

/**
 * What a pool is set to.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/common/variables.sol
 */
export function configOf({ config }: Pick<FluidPool, "config">): PoolConfig {
  return {
    hasCollateral: (config & 1n) === 1n,
    hasDebt: (config & 2n) === 2n,
    feePips: (config >> 2n) & 0x1ffffn,
    revenuePercent: (config >> 19n) & 0x7fn,
    isPaused: config >> 255n === 1n,
  };
}

/** An amount of a token with 12 decimals, rounded down. */
export function adjusted(
  { numerators, denominators }: Pick<FluidPool, "numerators" | "denominators">,
  token: 0 | 1,
  amount: bigint,
): bigint {
  return (amount * numerators[token]) / denominators[token];
}

/** Smallest units of a token in an amount of 12 decimals, rounded down. */
export function restored(
  { numerators, denominators }: Pick<FluidPool, "numerators" | "denominators">,
  token: 0 | 1,
  amount: bigint,
): bigint {
  return (amount * denominators[token]) / numerators[token];
}
