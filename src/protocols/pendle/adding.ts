import { lastWhere } from "../../lib/last-where.ts";
import { divUp, min } from "../../lib/math.ts";
import { closerGuess } from "./buying.ts";
import { joinOf } from "./float-liquidity.ts";
import { addLiquidity } from "./liquidity-math.ts";
import { buyPt, mostPtOut, ONE, type Priced, type Trade, traded } from "./market-math.ts";
import { toleranceOf } from "./router-arguments.ts";
import type { MarketTotals, PendleMarket } from "./state.ts";

/** Liquidity that SY alone brings: some of it buys PT, and both are added. Smallest units. */
export interface Added {
  readonly lp: bigint;
  /** Bought. */
  readonly pt: bigint;
  readonly trade: Trade;
  readonly next: PendleMarket;
}

/** Smallest units that whole units of SY, PT and liquidity may make of that together. */
const UNITS_OFF = 64n;

/**
 * The PT that is bought for so much liquidity, which tells one from the other: the least of which
 * that much can be minted.
 */
export function ptForLp({ totalPt, supply }: MarketTotals, lp: bigint): bigint {
  return divUp(lp * totalPt, supply + lp);
}

/**
 * How far from the market's proportion the router may add, as a part of 10^18, when so much
 * liquidity is minted: of small amounts a smallest unit is more.
 */
export function toleranceForLp(market: MarketTotals, lp: bigint): bigint {
  const { totalPt, totalSy, supply } = market;
  const pt = ptForLp(market, lp);
  const ofPt = (pt * (totalPt - pt)) / totalPt;
  const units = min(min(lp, (lp * totalSy) / supply), ofPt);
  return toleranceOf(UNITS_OFF, units);
}

/**
 * The most liquidity that an amount of SY brings; null where the market refuses, or where too much
 * of so small an amount would be left over.
 */
export function mostAdded(market: PendleMarket, priced: Priced, syIn: bigint): Added | null {
  const mostPt = mostPtOut(priced);
  if (mostPt <= 0n || market.supply === 0n) return null;
  const most = lpForPt(market, mostPt);
  const lp = lastWhere(most + 1n, lpGuess(market, priced, { syIn, mostPt }), (each) => {
    const bought = boughtFor(market, priced, ptForLp(market, each));
    if (bought === null || bought.trade.sy > syIn) return false;
    return ((syIn - bought.trade.sy) * market.supply) / bought.totalSy >= each;
  });
  if (lp <= 0n) return null;
  const pt = ptForLp(market, lp);
  const trade = buyPt(priced, pt);
  const after = trade === null ? null : traded(market, priced, { ptOut: pt, trade });
  if (trade === null || after === null || trade.sy > syIn) return null;
  const sy = syIn - trade.sy;
  const added = addLiquidity(after, { sy, pt });
  if (added === null) return null;
  const [ofSy, ofPt] = [sy * after.totalPt, pt * after.totalSy];
  const tolerance = toleranceForLp(market, added.lp);
  const isNear =
    (ofPt * (ONE - tolerance)) / ONE <= ofSy && ofSy <= (ofPt * (ONE + tolerance)) / ONE;
  return isNear ? { lp: added.lp, pt, trade, next: added.next } : null;
}

/** The SY of which the most PT is bought that the market sells; 0 where it sells none. */
export function mostSyAdded(market: PendleMarket, priced: Priced): bigint {
  const mostPt = mostPtOut(priced);
  if (mostPt <= 0n || market.supply === 0n) return 0n;
  const lp = lpForPt(market, mostPt);
  const bought = boughtFor(market, priced, ptForLp(market, lp));
  if (bought === null || lp <= 0n) return 0n;
  return bought.trade.sy + divUp(lp * bought.totalSy, market.supply);
}

function lpForPt({ totalPt, supply }: MarketTotals, pt: bigint): bigint {
  return (pt * supply) / (totalPt - pt);
}

/** What PT costs, and the SY that the market has then; null where it sells none. */
function boughtFor(market: MarketTotals, priced: Priced, pt: bigint) {
  const trade = buyPt(priced, pt);
  return trade && { trade, totalSy: market.totalSy + trade.sy - trade.toReserve };
}

/** About the liquidity that an amount brings: by floating point, then by what PT costs exactly. */
function lpGuess(
  market: MarketTotals,
  priced: Priced,
  { syIn, mostPt }: { readonly syIn: bigint; readonly mostPt: bigint },
): bigint {
  const { index, ptFor, spentSlope } = joinOf(priced);
  const about = ptFor(Number(syIn) * index);
  const slope = spentSlope(about) / index;
  const spent = (pt: bigint): bigint | null => {
    const bought = boughtFor(market, priced, pt);
    return bought && bought.trade.sy + (pt * bought.totalSy) / (market.totalPt - pt);
  };
  return lpForPt(market, closerGuess(about, { syIn, most: mostPt, slope, spent }));
}
