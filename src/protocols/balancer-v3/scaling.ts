import { divWadDown, mulWadDown, mulWadUp, ONE } from "../balancer-v2/fixed-point.ts";
import type { BalancerV3Pool, Rounding } from "./state.ts";

/** What a smallest unit of a token counts with 18 decimals, a wad. */
export function factorOf({ scales, rates }: BalancerV3Pool, index: number): bigint {
  return (scales[index] ?? 1n) * (rates[index] ?? ONE);
}

/**
 * An amount of a token with 18 decimals.
 *
 * @see https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/helpers/ScalingHelpers.sol
 */
export function upscaledDown(pool: BalancerV3Pool, index: number, amount: bigint): bigint {
  return mulWadDown(amount, factorOf(pool, index));
}

/** As `upscaledDown`, rounded up. */
export function upscaledUp(pool: BalancerV3Pool, index: number, amount: bigint): bigint {
  return mulWadUp(amount, factorOf(pool, index));
}

/** An amount with 18 decimals in smallest units of a token. */
export function downscaledDown(pool: BalancerV3Pool, index: number, scaled: bigint): bigint {
  return divWadDown(scaled, factorOf(pool, index));
}

/** As `downscaledDown`, by a rate that is rounded up: what a swap pays. */
export function downscaledAtRateUp(pool: BalancerV3Pool, index: number, scaled: bigint): bigint {
  const rate = pool.rates[index] ?? ONE;
  const rateUp = rate % ONE === 0n ? rate : rate + 1n;
  return divWadDown(scaled, (pool.scales[index] ?? 1n) * rateUp);
}

/** Balances as an operation finds them. */
export interface Loaded {
  /** Smallest units, without what protocol and creator take of the growth of rates. */
  readonly raw: readonly bigint[];
  /** 18 decimals. */
  readonly live: readonly bigint[];
}

/**
 * Balances at the present rates, what grew since the last operation taxed.
 *
 * @see https://unpkg.com/@balancer-labs/v3-vault@1.0.0/contracts/lib/PoolDataLib.sol `load`
 */
export function loaded(pool: BalancerV3Pool, rounding: Rounding): Loaded {
  const upscaled = rounding === "down" ? upscaledDown : upscaledUp;
  const raw = pool.balances.map((balance, i) => {
    if (!pool.isTaxed[i] || pool.aggregateYieldFeeWad === 0n) return balance;
    const growth = upscaled(pool, i, balance) - (pool.lastLive[i] ?? 0n);
    if (growth <= 0n) return balance;
    return balance - downscaledDown(pool, i, mulWadUp(growth, pool.aggregateYieldFeeWad));
  });
  return { raw, live: raw.map((balance, i) => upscaled(pool, i, balance)) };
}
