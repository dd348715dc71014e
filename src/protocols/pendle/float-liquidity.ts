import { ratesOf } from "./float-rates.ts";
import { inputOf } from "./float-solving.ts";
import { mostPtOut, ONE, type Priced } from "./market-math.ts";

/** Liquidity that assets alone bring, in floating point, in smallest units of PT and the asset. */
export interface Join {
  /** Assets for one SY, as smallest units. */
  readonly index: number;
  /** PT that is bought when an amount of assets is added. */
  readonly ptFor: (assets: number) => number;
  /** First and second derivative of the assets that are spent, by the PT that is bought. */
  readonly spentSlope: (ptOut: number) => number;
  readonly spentBend: (ptOut: number) => number;
}

/** What liquidity pays in assets, by the part of it that is burned. */
export interface Exit {
  readonly index: number;
  readonly pay: (part: number) => number;
  readonly paySlope: (part: number) => number;
  readonly payBend: (part: number) => number;
}

const UNIT = Number(ONE);

/**
 * For y of PT out of P: it costs c(y), of which a part r of the fee leaves, and y / (P - y) of what
 * the market then has of assets is added.
 */
export function joinOf(priced: Priced): Join {
  const { market, totalAsset, feeRate } = priced;
  const { index, cost, costSlope, costBend } = ratesOf(priced);
  const [pt, assets, fee] = [Number(market.totalPt), Number(totalAsset), Number(feeRate) / UNIT];
  const most = Number(mostPtOut(priced));
  const stays = 1 - (((fee - 1) / fee) * Number(market.reserveFeePercent)) / 100;
  const spent = (y: number) => cost(y) + (y * (assets + cost(y) * stays)) / (pt - y);
  const spentSlope = (y: number) => {
    const slope = costSlope(y);
    const left = pt - y;
    return slope + (pt * (assets + cost(y) * stays)) / left ** 2 + (y * slope * stays) / left;
  };
  const spentBend = (y: number) => {
    const [slope, bend, left] = [costSlope(y), costBend(y), pt - y];
    const added = (2 * pt * (assets + cost(y) * stays)) / left ** 3;
    return bend + added + (2 * pt * slope * stays) / left ** 2 + (y * bend * stays) / left;
  };
  return {
    ...{ index, spentSlope, spentBend },
    ptFor(given) {
      const start = Math.min(given / spentSlope(0), most);
      return inputOf(given, { value: spent, slope: spentSlope }, { start, most });
    },
  };
}

/**
 * Of a part f of the liquidity f of the assets, and f of the PT at the rate E(f) = E(0) - ln(1 - f
 * / q) / scalar that its sale to the rest leaves, with q the part that assets are.
 */
export function exitOf(priced: Priced): Exit {
  const { market, totalAsset, feeRate, index } = priced;
  const [pt, assets] = [Number(market.totalPt), Number(totalAsset)];
  const scalar = Number(priced.rateScalar) / UNIT;
  const now = Number(priced.exchangeRate) / UNIT;
  const ofAssets = assets / (pt + assets);
  const worth = (pt * UNIT) / Number(feeRate);
  const rate = (f: number) => now - Math.log1p(-f / ofAssets) / scalar;
  const rise = (f: number) => 1 / (scalar * (ofAssets - f));
  const bend = (f: number) => 1 / (scalar * (ofAssets - f) ** 2);
  /** Derivatives of 1 / E(f). */
  const fall = (f: number) => -rise(f) / rate(f) ** 2;
  const fallSlope = (f: number) => (2 * rise(f) ** 2) / rate(f) ** 3 - bend(f) / rate(f) ** 2;
  return {
    index: Number(index) / UNIT,
    pay: (f) => f * assets + (f * worth) / rate(f),
    paySlope: (f) => assets + worth * (1 / rate(f) + f * fall(f)),
    payBend: (f) => worth * (2 * fall(f) + f * fallSlope(f)),
  };
}
