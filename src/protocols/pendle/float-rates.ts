import { inputOf } from "./float-solving.ts";
import { ONE, type Priced } from "./market-math.ts";

/** A market's maths in floating point, in smallest units of PT and the asset. */
export interface Rates {
  /** Assets for one SY, as smallest units. */
  readonly index: number;
  /** What PT in pays. */
  readonly pay: (ptIn: number) => number;
  readonly paySlope: (ptIn: number) => number;
  readonly payBend: (ptIn: number) => number;
  /** What PT out costs. */
  readonly cost: (ptOut: number) => number;
  readonly costSlope: (ptOut: number) => number;
  readonly costBend: (ptOut: number) => number;
  /** PT that an amount of assets buys. */
  readonly ptFor: (assets: number) => number;
}

const UNIT = Number(ONE);

/**
 * For x of PT into the market, below 0 out of it: the rate E(x) = ln(p / (1 - p)) / scalar +
 * anchor, with p the part that PT is then, and x / E(x) assets before the fee.
 */
export function ratesOf(priced: Priced): Rates {
  const { market, totalAsset, feeRate, index } = priced;
  const [pt, assets, fee] = [Number(market.totalPt), Number(totalAsset), Number(feeRate) / UNIT];
  const scalar = Number(priced.rateScalar) / UNIT;
  // By the change since the rate of now, which keeps the precision of small amounts.
  const now = Number(priced.exchangeRate) / UNIT;
  const rate = (x: number) => now + (Math.log1p(x / pt) - Math.log1p(-x / assets)) / scalar;
  const fall = (x: number) => (1 / (pt + x) + 1 / (assets - x)) / scalar;
  const bend = (x: number) => (-1 / (pt + x) ** 2 + 1 / (assets - x) ** 2) / scalar;
  /** Of x / E(x), first and second derivatives. */
  const slope = (x: number) => (1 - (x * fall(x)) / rate(x)) / rate(x);
  const curve = (x: number) => {
    const e = rate(x);
    const inverse = -fall(x) / e ** 2;
    return 2 * inverse + x * (-bend(x) / e ** 2 + (2 * fall(x) ** 2) / e ** 3);
  };
  const cost = (q: number) => (q * fee) / rate(-q);
  const costSlope = (q: number) => slope(-q) * fee;
  return {
    index: Number(index) / UNIT,
    pay: (x) => x / rate(x) / fee,
    paySlope: (x) => slope(x) / fee,
    payBend: (x) => curve(x) / fee,
    cost,
    costSlope,
    costBend: (q) => -curve(-q) * fee,
    ptFor(given) {
      const start = Math.min((given * now) / fee, pt * 0.999);
      return inputOf(given, { value: cost, slope: costSlope }, { start, most: pt * (1 - 1e-9) });
    },
  };
}
