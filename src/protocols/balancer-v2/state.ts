import type { Address, Hex } from "viem";
import type { SharePrice } from "../growth.ts";
import type { PoolState } from "../protocol.ts";
import type { WeightCourse } from "./bootstrapping.ts";
import type { Ellipse } from "./ellipse.ts";
import { divWadDown, divWadUp, mulWadDown, ONE } from "./fixed-point.ts";
import type { StableVersion } from "./stable-invariant.ts";
import type { TokenRate } from "./token-rate.ts";
import type { PriceRange } from "./two-clp.ts";
import type { WeightedVersion } from "./weighted-math.ts";

interface BalancerV2State extends PoolState {
  /** The 32-byte id inside the vault. */
  readonly id: Hex;
  /** The pool's contract, which is its share token. */
  readonly address: Address;
  /** Holds the tokens and takes every call. */
  readonly vault: Address;
  /** In the pool's order, its own share not among them. */
  readonly tokens: readonly Address[];
  /** By token, smallest unit. */
  readonly balances: readonly bigint[];
  /** By token: what a smallest unit counts with 18 decimals, 10^(18 - decimals). */
  readonly scales: readonly bigint[];
  /** Part of 10^18, as are all fees here. */
  readonly swapFeeWad: bigint;
  /** The protocol's part of swap fees; 0 in recovery mode. */
  readonly protocolFeeWad: bigint;
  /**
   * Shares that circulate; fees that are due to the protocol and not yet minted are not among them.
   */
  readonly supply: bigint;
  /** The invariant after the last join or exit, from which the protocol's due fees are counted. */
  readonly lastInvariant: bigint;
  /** Last second of a pause of the pool, 0 when it is not paused. */
  readonly pausedUntil: number;
  /** Last second of a pause of the whole vault, 0 when it is not paused. */
  readonly vaultPausedUntil: number;
  /** Price of a share about a day ago; null before the first. */
  readonly since: SharePrice | null;
}

/** What decides the protocol's part of the growth of rates in a weighted pool, which keeps none. */
export interface WeightedYield {
  /** By token, what its provider says, a wad; 0: it did not answer. Null counts one for one. */
  readonly rates: readonly (bigint | null)[];
  /** The highest product of rates, to their weights, that a join or exit found; 0: not known. */
  readonly athRateProduct: bigint;
  /** The protocol's part of what the product grows by beyond that; 0 in recovery mode. */
  readonly feeWad: bigint;
}

/** A weighted pool; rates move no swap, only joins and exits. */
export interface WeightedPool extends BalancerV2State {
  readonly kind: "weighted";
  /** By token, part of 10^18. */
  readonly weights: readonly bigint[];
  readonly version: WeightedVersion;
  /** Null without rate providers. */
  readonly yield: WeightedYield | null;
}

/**
 * A liquidity bootstrapping pool: a weighted one of the first version, but for its weights, which
 * move, and its owner, who alone joins and switches swaps off and on.
 */
export interface BootstrappingPool extends BalancerV2State {
  readonly kind: "bootstrapping";
  readonly version: 1;
  readonly course: WeightCourse;
  readonly swapEnabled: boolean;
}

/**
 * An amplification parameter with three decimals that moves in a straight line from one time to
 * another.
 */
export interface Amplification {
  readonly startValue: bigint;
  readonly endValue: bigint;
  /** Seconds since the epoch. */
  readonly startTime: bigint;
  readonly endTime: bigint;
}

/** A stable pool: a composable one, or one of 2021. */
export interface StablePool extends BalancerV2State {
  readonly kind: "stable";
  readonly version: StableVersion;
  /** By token; null counts one for one. */
  readonly rates: readonly (TokenRate | null)[];
  /** The protocol's part of what rates grow by; 0 in recovery mode, and in the first version. */
  readonly yieldFeeWad: bigint;
  readonly amplification: Amplification;
  /** The parameter that `lastInvariant` was computed with. */
  readonly lastAmp: bigint;
}

/**
 * A pool of Gyroscope's, of two tokens. Joins and exits are in proportion alone, so that neither
 * its invariant of the last nor the protocol's part of it is kept.
 */
interface GyroState extends BalancerV2State {
  /** By token, what its provider says, a wad. Null counts one for one. */
  readonly rates: readonly (bigint | null)[];
}

/** An E-CLP: prices are those of an arc of an ellipse. */
export interface EclpPool extends GyroState {
  readonly kind: "eclp";
  readonly ellipse: Ellipse;
}

/** A 2-CLP: the product of the balances, and of what would be beyond a range of prices. */
export interface TwoClpPool extends GyroState {
  readonly kind: "2clp";
  readonly range: PriceRange;
}

export type GyroPool = EclpPool | TwoClpPool;

/** State of one pool. */
export type BalancerV2Pool = WeightedPool | BootstrappingPool | StablePool | GyroPool;

/** Whether a pool is one of Gyroscope's, whose shares are not traded. */
export function isGyro(pool: BalancerV2Pool): pool is GyroPool {
  return isGyroKind(pool.kind);
}

/** As `isGyro`, of a row. */
export function isGyroKind(kind: string | null): kind is GyroPool["kind"] {
  return kind === "eclp" || kind === "2clp";
}

/** Whether a pool holds its own share, so that joins and exits of one token are swaps. */
export function isComposable(pool: BalancerV2Pool): pool is StablePool {
  return pool.kind === "stable" && pool.version > 1;
}

/** Whether a pool is of the first version of its kind, which pays the protocol in tokens. */
export function isFirst(pool: BalancerV2Pool): boolean {
  return !isGyro(pool) && pool.version === 1;
}

/**
 * What a smallest unit of a token counts with 18 decimals, a wad: at the rate that is kept, or that
 * Gyroscope's pools ask for.
 */
export function factorOf(pool: BalancerV2Pool, index: number): bigint {
  return (pool.scales[index] ?? 1n) * rateOf(pool, index);
}

function rateOf(pool: BalancerV2Pool, index: number): bigint {
  switch (pool.kind) {
    case "weighted":
    case "bootstrapping":
      return ONE;
    case "stable":
      return pool.rates[index]?.kept ?? ONE;
    case "eclp":
    case "2clp":
      return pool.rates[index] ?? ONE;
  }
}

/** An amount of a token with 18 decimals, rounded down. */
export function upscaled(pool: BalancerV2Pool, index: number, amount: bigint): bigint {
  return mulWadDown(amount, factorOf(pool, index));
}

/** An amount with 18 decimals in smallest units of a token. */
export function downscaledDown(pool: BalancerV2Pool, index: number, scaled: bigint): bigint {
  return divWadDown(scaled, factorOf(pool, index));
}

/** As `downscaledDown`, rounded up. */
export function downscaledUp(pool: BalancerV2Pool, index: number, scaled: bigint): bigint {
  return divWadUp(scaled, factorOf(pool, index));
}

/** Balances with 18 decimals. */
export function scaledBalances(pool: BalancerV2Pool): readonly bigint[] {
  return pool.balances.map((balance, i) => upscaled(pool, i, balance));
}

/**
 * The amplification parameter at a time.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-stable/contracts/StablePoolAmplification.sol#L78
 */
export function amplificationAt(amplification: Amplification, timestamp: bigint): bigint {
  const { startValue, endValue, startTime, endTime } = amplification;
  if (timestamp >= endTime) return endValue;
  const part = (span: bigint) => (span * (timestamp - startTime)) / (endTime - startTime);
  return endValue > startValue
    ? startValue + part(endValue - startValue)
    : startValue - part(startValue - endValue);
}
