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
/** Steps of Newton's method at most; a few are enough. */
const MAX_STEPS = 40;
/** Relative length of the last step. */
const LAST_STEP = 1e-15;

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
      let q = Math.min((given * now) / fee, pt * 0.999);
      for (let step = 0; step < MAX_STEPS; step++) {
        const next = q - (cost(q) - given) / costSlope(q);
        const kept = next > 0 ? Math.min(next, pt * (1 - 1e-9)) : q / 2;
        if (!(Math.abs(kept - q) > LAST_STEP * q)) return kept;
        q = kept;
      }
      return q;
    },
  };
}
