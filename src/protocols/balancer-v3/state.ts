import type { Address } from "viem";
import type { Ellipse } from "../balancer-v2/ellipse.ts";
import { type Amplification, amplificationAt } from "../balancer-v2/state.ts";
import type { SharePrice } from "../growth.ts";
import type { PoolState } from "../protocol.ts";

interface BalancerV3State extends PoolState {
  readonly id: Address;
  /** The pool's contract, which is its share token. */
  readonly address: Address;
  /** Holds the tokens. */
  readonly vault: Address;
  /** Takes joins and exits. */
  readonly router: Address;
  /** Takes swaps that the vault was paid for. */
  readonly aggregatorRouter: Address;
  /** In the vault's order. */
  readonly tokens: readonly Address[];
  /** By token, smallest unit: as the vault keeps it, growth of rates not taxed yet. */
  readonly balances: readonly bigint[];
  /** By token, 18 decimals: as it was at the rate of the last operation. */
  readonly lastLive: readonly bigint[];
  /** By token: what a smallest unit counts with 18 decimals, 10^(18 - decimals). */
  readonly scales: readonly bigint[];
  /** By token, a wad: what the provider says, 1 where there is none. */
  readonly rates: readonly bigint[];
  /** By token: whether protocol and creator take a part of what its rate grows by. */
  readonly isTaxed: readonly boolean[];
  /** Shares in existence. */
  readonly supply: bigint;
  /** Part of 10^18, as are all fees here. */
  readonly swapFeeWad: bigint;
  /** Part of swap fees that leaves the pool; 0 in recovery mode. */
  readonly aggregateSwapFeeWad: bigint;
  /** Part of the growth of rates that leaves the pool; 0 in recovery mode. */
  readonly aggregateYieldFeeWad: bigint;
  /** Whether the pool or the vault is paused. */
  readonly isPaused: boolean;
  /** Whether shares can be entered and left with single tokens. */
  readonly takesSingle: boolean;
  /** Price of a share about a day ago; null before the first. */
  readonly since: SharePrice | null;
}

/** A weighted pool. */
export interface WeightedPool extends BalancerV3State {
  readonly kind: "weighted";
  /** By token, part of 10^18. */
  readonly weights: readonly bigint[];
  /**
   * By token, 18 decimals: what a swap, or a join or exit of single tokens, has to leave; null of
   * factory version 1, which asks for none.
   */
  readonly minBalances: readonly bigint[] | null;
}

/** What StableSurge charges where a swap makes a pool more uneven; parts of 10^18. */
export interface Surge {
  readonly thresholdWad: bigint;
  readonly maxFeeWad: bigint;
}

/** A stable pool. */
export interface StablePool extends BalancerV3State {
  readonly kind: "stable";
  readonly amplification: Amplification;
  /** Whether the pool refuses to become too uneven, as factory version 3 does. */
  readonly limitsImbalance: boolean;
  readonly surge: Surge | null;
}

/** A pool of Gyroscope's, two tokens on an ellipse. */
export interface EclpPool extends BalancerV3State {
  readonly kind: "eclp";
  readonly ellipse: Ellipse;
}

/** State of one pool. */
export type BalancerV3Pool = WeightedPool | StablePool | EclpPool;

/** Two ways to round. */
export type Rounding = "down" | "up";

/** The amplification parameter with three decimals at a time, seconds since the epoch. */
export function ampAt({ amplification }: StablePool, timestamp: bigint): bigint {
  return amplificationAt(amplification, timestamp);
}
