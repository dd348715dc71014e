import { lastWhere } from "../../lib/last-where.ts";
import { min } from "../../lib/math.ts";
import { exitOf } from "./float-liquidity.ts";
import { lastRising } from "./float-solving.ts";
import { MINIMUM_LIQUIDITY, type Moved, removeLiquidity } from "./liquidity-math.ts";
import { MOST_PROPORTION, ONE, type Priced, pricedAt, sellPt, traded } from "./market-math.ts";
import { indexOf, type PendleMarket } from "./state.ts";

/** What liquidity pays in SY alone, smallest unit. */
export interface Removed {
  readonly sy: bigint;
  readonly next: PendleMarket;
}

/**
 * Burns liquidity and sells its PT to the market that is left, both as the router does.
 *
 * @returns `amount-too-small` also where the sale would earn nothing.
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/router/ActionAddRemoveLiqV3.sol
 */
export function removedToSy(
  market: PendleMarket,
  lp: bigint,
  timestamp: bigint,
): Removed | "amount-too-small" | "insufficient-liquidity" {
  const burned = removeLiquidity(market, lp);
  if (burned === null) return "amount-too-small";
  const priced = pricedAt(burned.next, market.routerLnFeeRoot, timestamp);
  if (priced === null) return "insufficient-liquidity";
  const trade = burned.pt > 0n ? sellPt(priced, burned.pt) : null;
  if (burned.pt === 0n || trade?.earns === false) return "amount-too-small";
  const next = trade && traded(burned.next, priced, { ptOut: -burned.pt, trade });
  if (trade === null || next === null) return "insufficient-liquidity";
  return { sy: burned.sy + trade.sy, next };
}

/** PT of a market that has expired, each of which is worth a unit of the asset. */
export function redeemedPt(market: PendleMarket, pt: bigint): Removed {
  const keptRate = indexOf(market);
  const ptSupply = market.ptSupply - pt;
  return { sy: (pt * ONE) / keptRate, next: { ...market, keptRate, ptSupply } };
}

/** Burns liquidity of a market that has expired, and redeems its PT. */
export function redeemedLp(market: PendleMarket, lp: bigint): Removed | null {
  const burned = removeLiquidity(market, lp);
  if (burned === null) return null;
  const { sy, next } = redeemedPt(burned.next, burned.pt);
  return { sy: burned.sy + sy, next };
}

/**
 * The most liquidity of which each unit pays something: the sale of its PT leaves no more of it to
 * the market than the proportion lets in.
 *
 * @param priced The market before.
 */
export function mostLpOut(market: PendleMarket, priced: Priced): bigint {
  const { totalPt, supply } = market;
  const index = indexOf(market);
  // All PT comes back, beside what is left of SY.
  const least = (totalPt * ONE) / (MOST_PROPORTION + 1n) + 1n;
  const whole = (burned: Moved<PendleMarket>) =>
    burned.next.totalPt + (burned.next.totalSy * index) / ONE;
  const guess = supply - (supply * least) / (totalPt + priced.totalAsset);
  const most = lastWhere(unlocked(market) + 1n, guess, (lp) => {
    const burned = removeLiquidity(market, lp);
    return burned === null || whole(burned) >= least;
  });
  const { paySlope } = exitOf(priced);
  const part = Number(most) / Number(supply);
  const paying = lastRising(paySlope, part);
  return paying === part ? most : min(BigInt(Math.floor(paying * Number(supply))), most);
}

/** The liquidity that anyone may have; smallest unit, 0 where there is none. */
export function unlocked({ supply }: Pick<PendleMarket, "supply">): bigint {
  return supply > MINIMUM_LIQUIDITY ? supply - MINIMUM_LIQUIDITY : 0n;
}
