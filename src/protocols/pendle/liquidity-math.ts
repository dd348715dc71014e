import { divUp } from "../../lib/math.ts";
import type { MarketTotals } from "./state.ts";

/** Liquidity tokens that are locked with the first ones. */
export const MINIMUM_LIQUIDITY = 1_000n;

/** What liquidity takes or pays; smallest units. */
export interface Moved<M> {
  readonly lp: bigint;
  readonly sy: bigint;
  readonly pt: bigint;
  readonly next: M;
}

/**
 * Liquidity tokens for as much of SY and PT as fits the market, rounded down; what is used of them
 * is rounded up. Null where nothing comes of it.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/core/Market/MarketMathCore.sol
 */
export function addLiquidity<M extends MarketTotals>(
  market: M,
  desired: { readonly sy: bigint; readonly pt: bigint },
): Moved<M> | null {
  const { totalPt, totalSy, supply } = market;
  if (supply === 0n || totalPt === 0n || totalSy === 0n) return null;
  const byPt = (desired.pt * supply) / totalPt;
  const bySy = (desired.sy * supply) / totalSy;
  const isShort = byPt < bySy;
  const lp = isShort ? byPt : bySy;
  if (lp <= 0n) return null;
  const sy = isShort ? divUp(totalSy * lp, supply) : desired.sy;
  const pt = isShort ? desired.pt : divUp(totalPt * lp, supply);
  const next = { totalPt: totalPt + pt, totalSy: totalSy + sy, supply: supply + lp };
  return { lp, sy, pt, next: { ...market, ...next } };
}

/**
 * SY and PT for liquidity tokens, both rounded down; null where there are none.
 *
 * @param lp Smallest unit, at most the supply.
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/core/Market/MarketMathCore.sol
 */
export function removeLiquidity<M extends MarketTotals>(market: M, lp: bigint): Moved<M> | null {
  const { totalPt, totalSy, supply } = market;
  if (lp <= 0n || lp > supply) return null;
  const sy = (lp * totalSy) / supply;
  const pt = (lp * totalPt) / supply;
  if (sy === 0n && pt === 0n) return null;
  const next = { totalPt: totalPt - pt, totalSy: totalSy - sy, supply: supply - lp };
  return { lp, sy, pt, next: { ...market, ...next } };
}
