import type { BalancerV2Pool, StablePool } from "./state.ts";

/** As many bits as a pool keeps a rate in: the first version, and later ones. */
const RATE_BITS = { first: 128n, later: 96n };

/** What a provider answered, if that is a rate for the pool; 0: it is none. */
export function usableRate(
  answer: bigint | null | undefined,
  keeper: keyof typeof RATE_BITS = "later",
): bigint {
  return answer == null || answer >> RATE_BITS[keeper] > 0n ? 0n : answer;
}

/** What a unit of a token counts in a pool, which asks the token's provider now and then. Wads. */
export interface TokenRate {
  /** As the pool keeps it. */
  readonly kept: bigint;
  /** As it was at the last join or exit; null in the first version, which does not keep it. */
  readonly old: bigint | null;
  /** What the provider says. */
  readonly live: bigint;
  /** Last second at which `kept` counts, since the epoch; later the pool asks. */
  readonly expires: bigint;
  /** Seconds that it counts when it was asked for. */
  readonly duration: bigint;
  /** Whether the protocol takes no part of its growth. */
  readonly isExempt: boolean;
}

/**
 * A pool as a swap, join or exit at a time finds it: rates that are kept for too long are asked
 * for.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/066a078642/pkg/pool-stable/contracts/ComposableStablePoolRates.sol `_cacheTokenRateIfNecessary`
 */
export function withRatesAt<P extends BalancerV2Pool>(pool: P, timestamp: bigint): P {
  if (pool.kind !== "stable" || !pool.rates.some((rate) => isOver(rate, timestamp))) return pool;
  const rates = pool.rates.map((rate) =>
    rate !== null && isOver(rate, timestamp)
      ? { ...rate, kept: rate.live, expires: timestamp + rate.duration }
      : rate,
  );
  return { ...pool, rates };
}

/** A pool whose next join or exit pays for what rates grow by from now on. */
export function withOldRates<P extends BalancerV2Pool>(pool: P): P {
  if (pool.kind !== "stable" || pool.rates.every((rate) => rate === null)) return pool;
  if (pool.version === 1) return pool;
  return { ...pool, rates: pool.rates.map((rate) => rate && { ...rate, old: rate.kept }) };
}

/**
 * Balances as they were if rates had not grown since the last join or exit; all of them, or those
 * of exempt tokens.
 *
 * @param balances With 18 decimals.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/066a078642/pkg/pool-stable/contracts/ComposableStablePoolRates.sol `_getAdjustedBalances`
 */
export function balancesAtOldRates(
  { rates }: StablePool,
  balances: readonly bigint[],
  of: "all" | "exempt",
): readonly bigint[] {
  return balances.map((balance, i) => {
    const rate = rates[i] ?? null;
    if (rate === null || (of === "exempt" && !rate.isExempt)) return balance;
    return (balance * (rate.old ?? rate.kept)) / rate.kept;
  });
}

function isOver(rate: TokenRate | null, timestamp: bigint): boolean {
  return rate !== null && timestamp > rate.expires;
}
