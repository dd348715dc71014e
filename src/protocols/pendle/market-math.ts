import { mulDivUp } from "../../lib/math.ts";
import { exp, ln } from "../balancer-v2/log-exp-math.ts";
import { indexOf, type MarketTotals } from "./state.ts";

/** 1 with 18 decimals. */
export const ONE = 10n ** 18n;

/** Seconds of a year. */
export const YEAR = 31_536_000n;
/** The part of PT and assets that PT may be, 18 decimals. */
export const MOST_PROPORTION = (ONE * 96n) / 100n;
const PERCENT = 100n;
/** Of what could be bought before PT costs more than it will pay, what the router tries at most. */
const BUYABLE = [999n, 1_000n] as const;
/** Logarithms whose exponential is far from anything that a market has, 18 decimals. */
const FAR = 40n * ONE;

/** What of a market moves with the time alone: `MarketPreCompute`. */
export interface Priced {
  readonly market: MarketTotals;
  /** Smallest units of the asset for one SY, 18 decimals. */
  readonly index: bigint;
  readonly secondsLeft: bigint;
  /** All with 18 decimals. */
  readonly rateScalar: bigint;
  readonly rateAnchor: bigint;
  readonly feeRate: bigint;
  /** Units of PT for one of the asset before fees, 18 decimals. */
  readonly exchangeRate: bigint;
  /** Smallest unit of the asset. */
  readonly totalAsset: bigint;
}

/** What a trade moves: smallest units of SY, as of the market's `calcTrade`. */
export interface Trade {
  /** Paid to the trader, or, of PT that is bought, by the trader. */
  readonly sy: bigint;
  /** Part of the fee that leaves the market. */
  readonly toReserve: bigint;
  /** Whether liquidity earns anything, without which the market refuses. */
  readonly earns: boolean;
}

/**
 * A market as it trades at a time; null where it does not: without liquidity, and from its expiry
 * on.
 *
 * @param lnFeeRoot Of who trades.
 * @param timestamp Seconds since the epoch.
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/core/Market/MarketMathCore.sol
 */
export function pricedAt(
  market: MarketTotals,
  lnFeeRoot: bigint,
  timestamp: bigint,
): Priced | null {
  const secondsLeft = market.expiry - timestamp;
  const index = indexOf(market);
  const totalAsset = (market.totalSy * index) / ONE;
  if (secondsLeft <= 0n || market.totalPt === 0n || totalAsset === 0n) return null;
  const rateScalar = (market.scalarRoot * YEAR) / secondsLeft;
  const exchangeRate = growthOver(market.lnImpliedRate, secondsLeft);
  const lnProportion = logit((market.totalPt * ONE) / (market.totalPt + totalAsset));
  if (rateScalar <= 0n || lnProportion === null) return null;
  return {
    ...{ market, index, secondsLeft, rateScalar, exchangeRate, totalAsset },
    rateAnchor: exchangeRate - (lnProportion * ONE) / rateScalar,
    feeRate: growthOver(lnFeeRoot, secondsLeft),
  };
}

/** `e ^ (rate * time)`, 18 decimals. */
function growthOver(lnRate: bigint, seconds: bigint): bigint {
  return exp((lnRate * seconds) / YEAR);
}

/** `ln(p / (1 - p))`, 18 decimals; null at either end. */
function logit(proportion: bigint): bigint | null {
  if (proportion >= ONE) return null;
  const odds = (proportion * ONE) / (ONE - proportion);
  return odds <= 0n ? null : ln(odds);
}

/**
 * Units of PT for one of the asset when `ptOut` of PT has left, 18 decimals; null where the market
 * refuses: PT is too much of it, or would cost more than it will pay.
 */
function rateAfter(
  { rateScalar, rateAnchor }: Pick<Priced, "rateScalar" | "rateAnchor">,
  totals: { readonly totalPt: bigint; readonly totalAsset: bigint },
  ptOut: bigint,
): bigint | null {
  const proportion = ((totals.totalPt - ptOut) * ONE) / (totals.totalPt + totals.totalAsset);
  if (proportion > MOST_PROPORTION) return null;
  const lnProportion = logit(proportion);
  if (lnProportion === null) return null;
  const rate = (lnProportion * ONE) / rateScalar + rateAnchor;
  return rate < ONE ? null : rate;
}

function totalsOf({ market: { totalPt }, totalAsset }: Priced) {
  return { totalPt, totalAsset };
}

/** What PT that is sold pays; null where the market refuses. */
export function sellPt(priced: Priced, ptIn: bigint): Trade | null {
  const rate = rateAfter(priced, totalsOf(priced), -ptIn);
  if (rate === null) return null;
  const { feeRate, index } = priced;
  const whole = (ptIn * ONE) / rate;
  const fee = (whole * (feeRate - ONE)) / feeRate;
  return { sy: ((whole - fee) * ONE) / index, ...feeOf(priced, fee) };
}

/** What PT that is bought costs; null where the market refuses. */
export function buyPt(priced: Priced, ptOut: bigint): Trade | null {
  if (ptOut >= priced.market.totalPt) return null;
  const rate = rateAfter(priced, totalsOf(priced), ptOut);
  const { feeRate, index } = priced;
  if (rate === null || (rate * ONE) / feeRate < ONE) return null;
  const whole = (ptOut * ONE) / rate;
  const fee = (whole * (feeRate - ONE)) / ONE;
  return { sy: mulDivUp(whole + fee, ONE, index), ...feeOf(priced, fee) };
}

function feeOf({ market, index }: Priced, fee: bigint): Pick<Trade, "toReserve" | "earns"> {
  const toReserve = (((fee * market.reserveFeePercent) / PERCENT) * ONE) / index;
  return { toReserve, earns: (((fee * ONE) / index - toReserve) * index) / ONE > 0n };
}

/**
 * The market after a trade, with the rate that it leaves; null where it would leave none.
 *
 * @param moved.ptOut Smallest unit; below 0 where PT was sold.
 */
export function traded<M extends MarketTotals>(
  market: M,
  priced: Priced,
  { ptOut, trade }: { readonly ptOut: bigint; readonly trade: Trade },
): M | null {
  const totalPt = market.totalPt - ptOut;
  const totalSy = market.totalSy - trade.toReserve + (ptOut > 0n ? trade.sy : -trade.sy);
  if (totalSy <= 0n) return null;
  const { index, secondsLeft } = priced;
  const totals = { totalPt, totalAsset: (totalSy * index) / ONE };
  const rate = rateAfter(priced, totals, 0n);
  if (rate === null) return null;
  const lnImpliedRate = (ln(rate) * YEAR) / secondsLeft;
  if (lnImpliedRate <= 0n) return null;
  return { ...market, totalPt, totalSy, lnImpliedRate, keptRate: index };
}

/** The most PT that the proportion lets in. Smallest unit; 0 where there is too much already. */
export function mostPtIn({
  market: { totalPt },
  totalAsset,
}: Pick<Priced, "market" | "totalAsset">): bigint {
  const whole = totalPt + totalAsset;
  const most = ((MOST_PROPORTION + 1n) * whole - 1n) / ONE - totalPt;
  return most > 0n ? most : 0n;
}

/**
 * The most PT that is bought: 99.9 % of what leaves its price, with the fee, at what it will pay.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/router/math/MarketApproxLibV2.sol
 */
export function mostPtOut(priced: Priced): bigint {
  const { market, totalAsset, rateScalar, rateAnchor, feeRate } = priced;
  const exponent = ((feeRate - rateAnchor) * rateScalar) / ONE;
  if (exponent > FAR) return 0n;
  const odds = exponent < -FAR ? 0n : exp(exponent);
  const proportion = (odds * ONE) / (odds + ONE);
  const least = (proportion * (market.totalPt + totalAsset)) / ONE;
  const most = ((market.totalPt - least) * BUYABLE[0]) / BUYABLE[1];
  return most > 0n ? most : 0n;
}
