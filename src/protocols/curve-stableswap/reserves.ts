import { max } from "../../lib/math.ts";
import type { BlockContext } from "../protocol.ts";
import { type Amplification, computeD } from "./invariant.ts";
import type { CurvePool } from "./pool.ts";
import { type Reserves, scaled } from "./trade.ts";

/** Scale of a coin's rate, and of the price of a liquidity token. */
export const PRECISION = 10n ** 18n;

/**
 * The amplification in a block.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
 */
export function amplificationAt(
  state: Pick<
    CurvePool,
    | ("aPrecision" | "dividesAtOnce" | "addsUnit")
    | ("initialA" | "futureA" | "initialATime" | "futureATime")
  >,
  timestamp: bigint,
): Amplification {
  const { initialA: a0, futureA: a1, initialATime: t0, futureATime: t1 } = state;
  const { aPrecision, dividesAtOnce, addsUnit } = state;
  const code = { aPrecision, dividesAtOnce, addsUnit };
  if (timestamp >= t1) return { a: a1, ...code };
  const passed = max(timestamp - t0, 0n);
  const moved = ((a1 > a0 ? a1 - a0 : a0 - a1) * passed) / (t1 - t0);
  return { a: a1 > a0 ? a0 + moved : a0 - moved, ...code };
}

/** The next second at which the amplification may be another one; null: it stays as it is. */
export function changesAt(
  { futureATime }: Pick<CurvePool, "futureATime">,
  { timestamp }: Pick<BlockContext, "timestamp">,
): bigint | null {
  return timestamp < futureATime ? timestamp + 1n : null;
}

/** The numbers of a pool that trades depend on. */
export type PoolNumbers = Pick<
  CurvePool,
  | ("rates" | "aPrecision" | "dividesAtOnce" | "addsUnit" | "keepsScaled")
  | ("balances" | "supply")
  | ("feeE10" | "adminFeeE10" | "offpegE10")
  | ("initialA" | "futureA" | "initialATime" | "futureATime")
>;

/** What the contract trades with in a block; timestamp in seconds since the epoch. */
export function reservesAt(state: PoolNumbers, timestamp: bigint): Reserves {
  const { balances, rates, supply, feeE10, adminFeeE10, offpegE10, keepsScaled } = state;
  const amplification = amplificationAt(state, timestamp);
  return { balances, rates, supply, feeE10, adminFeeE10, offpegE10, keepsScaled, amplification };
}

/**
 * D per liquidity token, 18 decimals: what fees raise.
 *
 * @param timestamp Seconds since the epoch.
 * @returns 0 without liquidity.
 */
export function virtualPrice(state: PoolNumbers, timestamp: bigint): bigint {
  const pool = reservesAt(state, timestamp);
  const d = computeD(scaled(pool), pool.amplification);
  return d === null || pool.supply === 0n ? 0n : (d * PRECISION) / pool.supply;
}
