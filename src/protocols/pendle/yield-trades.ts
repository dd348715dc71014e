import { lastWhere } from "../../lib/last-where.ts";
import { divUp, max, min } from "../../lib/math.ts";
import { closerGuess } from "./buying.ts";
import { lastRising } from "./float-solving.ts";
import { yieldRatesOf } from "./float-yield.ts";
import { buyPt, mostPtOut, ONE, type Priced, sellPt, type Trade } from "./market-math.ts";
import { toleranceOf } from "./router-arguments.ts";
import { payingPtIn } from "./selling.ts";
import { indexOf, type MarketTotals } from "./state.ts";

/** YT for SY, or SY for YT, with the trade of PT that it is; smallest units. */
export interface YieldTrade {
  readonly amountOut: bigint;
  /** That leaves the market; below 0 where it is sold. */
  readonly ptOut: bigint;
  readonly trade: Trade;
}

/** Units of SY, or of the asset where these are larger, that whole units of YT may be off by. */
const UNITS_OFF = 4n;
/** Bits that amounts of PT that are sold for YT have: the rest is a part of 10^12. */
const BITS = 40n;

/** What the router leaves of the SY at most, as a part of 10^18, when so much buys YT. */
export function toleranceForYt(market: MarketTotals, syIn: bigint): bigint {
  return toleranceOf(UNITS_OFF, min(syIn, (syIn * indexOf(market)) / ONE));
}

/**
 * The PT that is sold for so much YT, which tells one from the other. Rates of 18 decimals make
 * what PT pays fall by some units now and then, so that not every amount of YT is one of PT, too:
 * PT is sold in steps of 40 bits, and the YT is the PT and less than a step.
 */
export function ptForYt(ytOut: bigint): bigint {
  return ptOfStep(stepOf(ytOut));
}

/** The place of the last step up to an amount, in the order of steps. */
function stepOf(amount: bigint): bigint {
  const beyond = max(BigInt(amount.toString(2).length) - BITS, 0n);
  return (beyond << (BITS - 1n)) + (amount >> beyond);
}

function ptOfStep(step: bigint): bigint {
  const beyond = max((step >> (BITS - 1n)) - 1n, 0n);
  return (step - (beyond << (BITS - 1n))) << beyond;
}

/**
 * YT for SY: PT is sold to the market, and what that pays is split with the SY into the PT that is
 * owed and the YT. Null where the market refuses, or where too much of so small an amount would be
 * left over.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/router/ActionCallbackV3.sol
 */
export function buyYt(priced: Priced, syIn: bigint): YieldTrade | null {
  const { market, index } = priced;
  const most = payingPtIn(priced);
  if (most === 0n) return null;
  const cost = (pt: bigint): bigint | null => costOfYt(priced, pt);
  const rates = yieldRatesOf(priced);
  const about = rates.ytFor(Number(syIn) * rates.index);
  const slope = rates.costSlope(about) / rates.index;
  const guess = closerGuess(about, { syIn, most, slope, spent: cost });
  const isPaid = (step: bigint) => {
    const costs = cost(ptOfStep(step));
    return costs !== null && costs <= syIn;
  };
  const sold = ptOfStep(lastWhere(stepOf(most) + 1n, stepOf(guess), isPaid));
  const trade = sold > 0n ? sellPt(priced, sold) : null;
  const costs = cost(sold) ?? 0n;
  const least = (syIn * (ONE - toleranceForYt(market, syIn))) / ONE;
  if (trade === null || costs < least) return null;
  return { amountOut: ((syIn + trade.sy) * index) / ONE, ptOut: -sold, trade };
}

/** SY that is split into so much PT and YT, less what the PT pays; null where it is refused. */
function costOfYt(priced: Priced, pt: bigint): bigint | null {
  const trade = sellPt(priced, pt);
  return trade && divUp(pt * ONE, priced.index) - trade.sy;
}

/**
 * SY for YT: PT is bought of the market, and redeemed with the YT, a part for the SY that is owed.
 * Null where the market refuses.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/router/ActionCallbackV3.sol
 */
export function sellYt(priced: Priced, ytIn: bigint): YieldTrade | null {
  const { index } = priced;
  const trade = buyPt(priced, ytIn);
  if (trade === null) return null;
  const owed = divUp(trade.sy * index, ONE);
  if (owed >= ytIn) return null;
  return { amountOut: ((ytIn - owed) * ONE) / index, ptOut: ytIn, trade };
}

/** The SY of which the most YT is bought; 0 where none is. */
export function mostSyForYt(priced: Priced): bigint {
  const most = payingPtIn(priced);
  return most === 0n ? 0n : (costOfYt(priced, most) ?? 0n);
}

/** The most YT of which each unit pays something. */
export function mostYtIn(priced: Priced): bigint {
  const most = mostPtOut(priced);
  const paying = lastRising(yieldRatesOf(priced).paySlope, Number(most));
  return paying === Number(most) ? most : min(BigInt(Math.floor(paying)), most);
}
