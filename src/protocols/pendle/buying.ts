import { lastWhere } from "../../lib/last-where.ts";
import { max, min } from "../../lib/math.ts";
import { ratesOf } from "./float-rates.ts";
import { buyPt, mostPtOut, ONE, type Priced, type Trade } from "./market-math.ts";
import { toleranceOf } from "./router-arguments.ts";

/** PT that is bought for an amount of SY. */
export interface Bought {
  /** Smallest unit. */
  readonly ptOut: bigint;
  readonly trade: Trade;
}

/** Smallest units of PT that it may be off by. */
const UNITS_OFF = 4n;

/**
 * What the router leaves of the SY at most, as a part of 10^18, when it buys about so much PT: of
 * small amounts a smallest unit is more of it.
 */
export function toleranceFor(ptOut: bigint): bigint {
  return toleranceOf(UNITS_OFF, ptOut);
}

/** Steps of Newton's method before the exact amount is closed in on. */
const STEPS = 2;

/**
 * The most PT that an amount of SY buys; null where the market refuses, or where the router would
 * leave too much of so small an amount.
 */
export function mostFor(priced: Priced, syIn: bigint): Bought | null {
  const most = mostPtOut(priced);
  const cost = (ptOut: bigint): bigint | null => buyPt(priced, ptOut)?.sy ?? null;
  const { index, ptFor, costSlope } = ratesOf(priced);
  const about = ptFor(Number(syIn) * index);
  const slope = costSlope(about) / index;
  const guess = closerGuess(about, { syIn, most, slope, spent: cost });
  const ptOut = lastWhere(most + 1n, guess, (amount) => {
    const costs = cost(amount);
    return costs !== null && costs <= syIn;
  });
  const trade = ptOut > 0n ? buyPt(priced, ptOut) : null;
  if (trade === null || trade.sy < (syIn * (ONE - toleranceFor(ptOut))) / ONE) return null;
  return { ptOut, trade };
}

/**
 * The PT that is bought when about so much SY is spent, from 1 to `most`, by what it takes exactly.
 *
 * @param about By floating point.
 * @param on The most PT, the SY that a unit of it takes, and what an amount takes; null: refused.
 */
export function closerGuess(
  about: number,
  on: {
    readonly syIn: bigint;
    readonly most: bigint;
    readonly slope: number;
    readonly spent: (ptOut: bigint) => bigint | null;
  },
): bigint {
  const { syIn, most, slope, spent } = on;
  const within = (ptOut: bigint) => min(max(ptOut, 1n), most);
  let ptOut = within(BigInt(Math.floor(about)));
  for (let step = 0; step < STEPS; step++) {
    const taken = spent(ptOut);
    if (taken === null) break;
    ptOut = within(ptOut + BigInt(Math.round(Number(syIn - taken) / slope)));
  }
  return ptOut;
}
