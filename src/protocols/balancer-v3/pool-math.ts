import { ECLP_RATIOS, eclpBalance, eclpInvariant, eclpOut } from "../balancer-v2/eclp-math.ts";
import { STABLE_RATIOS, stableBalance, stableInvariant, stableOut } from "./stable-math.ts";
import { ampAt, type BalancerV3Pool, type Rounding } from "./state.ts";
import {
  type ScaledSwap,
  WEIGHTED_RATIOS,
  weightedBalance,
  weightedInvariant,
  weightedOut,
} from "./weighted-math.ts";

/** What the vault asks a pool, by balances with 18 decimals; null where the pool reverts. */
export interface PoolMath {
  invariant(balances: readonly bigint[], rounding: Rounding): bigint | null;
  /** The balance of a token with which the invariant is a multiple of what it was. */
  balance(balances: readonly bigint[], index: number, ratioWad: bigint): bigint | null;
  /** What a swap pays. */
  out(balances: readonly bigint[], swap: ScaledSwap): bigint | null;
  /** Least and most that a join or exit of single tokens makes of the invariant, wads. */
  readonly ratios: { readonly least: bigint; readonly most: bigint };
}

/**
 * The maths of a pool.
 *
 * @param timestamp Of the block that executes, seconds since the epoch.
 */
export function mathOf(pool: BalancerV3Pool, timestamp: bigint): PoolMath {
  if (pool.kind === "weighted") {
    return {
      invariant: (balances, rounding) => weightedInvariant(pool, balances, rounding),
      balance: (balances, index, ratioWad) => weightedBalance(pool, balances, { index, ratioWad }),
      out: (balances, swap) => weightedOut(pool, balances, swap),
      ratios: WEIGHTED_RATIOS,
    };
  }
  if (pool.kind === "eclp") {
    const { ellipse } = pool;
    return {
      invariant: (balances, rounding) => eclpInvariant(ellipse, balances, rounding),
      balance: (balances, index, ratioWad) => eclpBalance(ellipse, balances, { index, ratioWad }),
      out: (balances, swap) => eclpOut(ellipse, balances, swap),
      ratios: ECLP_RATIOS,
    };
  }
  const amp = ampAt(pool, timestamp);
  return {
    invariant: (balances, rounding) => stableInvariant(pool, balances, { amp, rounding }),
    balance: (balances, index, ratioWad) => stableBalance(pool, balances, { amp, index, ratioWad }),
    out: (balances, swap) => stableOut(pool, balances, { amp, ...swap }),
    ratios: STABLE_RATIOS,
  };
}
