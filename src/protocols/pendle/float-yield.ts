import { ratesOf } from "./float-rates.ts";
import { inputOf } from "./float-solving.ts";
import { mostPtIn, type Priced } from "./market-math.ts";

/** A market's maths of YT in floating point, in smallest units of YT and the asset. */
export interface YieldRates {
  /** Assets for one SY, as smallest units. */
  readonly index: number;
  /** What YT in pays. */
  readonly pay: (ytIn: number) => number;
  readonly paySlope: (ytIn: number) => number;
  readonly payBend: (ytIn: number) => number;
  /** First and second derivative of what YT out costs. */
  readonly costSlope: (ytOut: number) => number;
  readonly costBend: (ytOut: number) => number;
  /** YT that an amount of assets buys. */
  readonly ytFor: (assets: number) => number;
}

/** YT is an asset less its PT: who buys it sells that, and who sells it buys that. */
export function yieldRatesOf(priced: Priced): YieldRates {
  const { index, pay, paySlope, payBend, cost, costSlope, costBend } = ratesOf(priced);
  const most = Number(mostPtIn(priced));
  const ofYt = { value: (y: number) => y - pay(y), slope: (y: number) => 1 - paySlope(y) };
  return {
    index,
    pay: (y) => y - cost(y),
    paySlope: (y) => 1 - costSlope(y),
    payBend: (y) => -costBend(y),
    costSlope: ofYt.slope,
    costBend: (y) => -payBend(y),
    ytFor(given) {
      const start = Math.min(given / ofYt.slope(0), most);
      return inputOf(given, ofYt, { start, most });
    },
  };
}
