import { lastWhere } from "../../lib/last-where.ts";
import { max, min } from "../../lib/math.ts";
import { ratesOf } from "./float-rates.ts";
import { buyPt, mostPtOut, ONE, type Priced, type Trade } from "./market-math.ts";

/** PT that is bought for an amount of SY. */
export interface Bought {
  /** Smallest unit. */
  readonly ptOut: bigint;
  readonly trade: Trade;
}

/** What the router may leave of the SY, as parts of 10^18: the least, and the most. */
const TOLERANCES = { least: 10n ** 11n, most: ONE / 2n };
/** Smallest units of PT that it may be off by. */
const UNITS_OFF = 4n;

/**
 * What the router leaves of the SY at most, as a part of 10^18, when it buys about so much PT: of
 * small amounts a smallest unit is more of it.
 */
export function toleranceFor(ptOut: bigint): bigint {
  const { least, most } = TOLERANCES;
  return min(max((UNITS_OFF * ONE) / max(ptOut, 1n), least), most);
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
  const ptOut = lastWhere(most + 1n, guessFor(priced, syIn, { most, cost }), (amount) => {
    const costs = cost(amount);
    return costs !== null && costs <= syIn;
  });
  const trade = ptOut > 0n ? buyPt(priced, ptOut) : null;
  if (trade === null || trade.sy < (syIn * (ONE - toleranceFor(ptOut))) / ONE) return null;
  return { ptOut, trade };
}

/** About what an amount buys: by floating point, then by what it costs exactly. */
function guessFor(
  priced: Priced,
  syIn: bigint,
  { most, cost }: { readonly most: bigint; readonly cost: (ptOut: bigint) => bigint | null },
): bigint {
  const rates = ratesOf(priced);
  const guess = rates.ptFor(Number(syIn) * rates.index);
  const slope = rates.costSlope(guess) / rates.index;
  let ptOut = min(BigInt(Math.floor(guess)), most);
  for (let step = 0; step < STEPS; step++) {
    const costs = cost(ptOut);
    if (costs === null) return ptOut;
    const next = ptOut + BigInt(Math.round(Number(syIn - costs) / slope));
    ptOut = next < 1n ? 1n : min(next, most);
  }
  return ptOut;
}
