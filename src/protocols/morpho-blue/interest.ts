import { max, min, mulDivDown } from "../../lib/math.ts";
import type { MorphoMarket } from "./pool.ts";

const WAD = 10n ** 18n;
const SECONDS_PER_YEAR = 31_536_000n;

// https://github.com/morpho-org/morpho-blue-irm/blob/a1a87fd5a7ee13873ea9d2bbd87e9c7b2cdbbef3/src/adaptive-curve-irm/libraries/ConstantsLib.sol
const CURVE_STEEPNESS = 4n * WAD;
const ADJUSTMENT_SPEED = (50n * WAD) / SECONDS_PER_YEAR;
const TARGET_UTILIZATION = (9n * WAD) / 10n;
const INITIAL_RATE_AT_TARGET = WAD / 25n / SECONDS_PER_YEAR;
const MIN_RATE_AT_TARGET = WAD / 1_000n / SECONDS_PER_YEAR;
const MAX_RATE_AT_TARGET = (2n * WAD) / SECONDS_PER_YEAR;

// https://github.com/morpho-org/morpho-blue-irm/blob/a1a87fd5a7ee13873ea9d2bbd87e9c7b2cdbbef3/src/adaptive-curve-irm/libraries/ExpLib.sol
const LN_2 = 693_147_180_559_945_309n;
const LN_WEI = -41_446_531_673_892_822_312n;
const WEXP_UPPER_BOUND = 93_859_467_695_000_404_319n;
const WEXP_UPPER_VALUE =
  57_716_089_161_558_943_949_701_069_502_944_508_345_128_422_502_756_744_429_568n;

// https://unpkg.com/@morpho-org/morpho-blue@1.0.0/src/libraries/SharesMathLib.sol
const VIRTUAL_SHARES = 1_000_000n;
const VIRTUAL_ASSETS = 1n;

/** What decides a market's interest. */
export type InterestState = Pick<
  MorphoMarket,
  | "model"
  | "totalSupplyAssets"
  | "totalSupplyShares"
  | "totalBorrowAssets"
  | "lastUpdate"
  | "feeWad"
  | "rateAtTargetWad"
>;

/** Shares for assets, rounded down, virtual ones of both included. */
export function toSharesDown(assets: bigint, totalAssets: bigint, totalShares: bigint): bigint {
  return mulDivDown(assets, totalShares + VIRTUAL_SHARES, totalAssets + VIRTUAL_ASSETS);
}

/**
 * The market after `_accrueInterest` at a later timestamp; fee shares are minted.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://unpkg.com/@morpho-org/morpho-blue@1.0.0/src/Morpho.sol#L483
 */
export function accrue<S extends InterestState>(market: S, timestamp: bigint): S {
  const elapsed = timestamp - market.lastUpdate;
  if (elapsed <= 0n) return market;
  if (market.model === "none") return { ...market, lastUpdate: timestamp };
  const { rateWad, endRateAtTargetWad } = borrowRate(market, timestamp);
  const interest = wMulDown(market.totalBorrowAssets, wTaylorCompounded(rateWad, elapsed));
  const totalSupplyAssets = market.totalSupplyAssets + interest;
  const fee = wMulDown(interest, market.feeWad);
  const { totalSupplyShares } = market;
  const feeShares = fee === 0n ? 0n : toSharesDown(fee, totalSupplyAssets - fee, totalSupplyShares);
  return {
    ...market,
    totalSupplyAssets,
    totalSupplyShares: totalSupplyShares + feeShares,
    totalBorrowAssets: market.totalBorrowAssets + interest,
    lastUpdate: timestamp,
    rateAtTargetWad: endRateAtTargetWad,
  };
}

/**
 * Average borrow rate since the last update, per second, and the rate at target that it ends with:
 * `AdaptiveCurveIrm._borrowRate`; 0 without a model. Signed divisions round toward zero.
 *
 * @see https://github.com/morpho-org/morpho-blue-irm/blob/a1a87fd5a7ee13873ea9d2bbd87e9c7b2cdbbef3/src/adaptive-curve-irm/AdaptiveCurveIrm.sol#L73
 */
export function borrowRate(
  market: InterestState,
  timestamp: bigint,
): { readonly rateWad: bigint; readonly endRateAtTargetWad: bigint } {
  if (market.model === "none") return { rateWad: 0n, endRateAtTargetWad: 0n };
  const utilization = utilizationWad(market);
  const errNormFactor =
    utilization > TARGET_UTILIZATION ? WAD - TARGET_UTILIZATION : TARGET_UTILIZATION;
  const err = ((utilization - TARGET_UTILIZATION) * WAD) / errNormFactor;
  const start = market.rateAtTargetWad;
  if (start === 0n) {
    const rateWad = curve(INITIAL_RATE_AT_TARGET, err);
    return { rateWad, endRateAtTargetWad: INITIAL_RATE_AT_TARGET };
  }
  const speed = (ADJUSTMENT_SPEED * err) / WAD;
  const linearAdaptation = speed * (timestamp - market.lastUpdate);
  if (linearAdaptation === 0n) return { rateWad: curve(start, err), endRateAtTargetWad: start };
  const end = newRateAtTarget(start, linearAdaptation);
  const mid = newRateAtTarget(start, linearAdaptation / 2n);
  return { rateWad: curve((start + end + 2n * mid) / 4n, err), endRateAtTargetWad: end };
}

/** Part of the supplied assets that is lent, scale 10^18, rounded down; 0 of an empty market. */
export function utilizationWad({
  totalBorrowAssets,
  totalSupplyAssets,
}: Pick<MorphoMarket, "totalBorrowAssets" | "totalSupplyAssets">): bigint {
  return totalSupplyAssets > 0n ? (totalBorrowAssets * WAD) / totalSupplyAssets : 0n;
}

function curve(rateAtTarget: bigint, err: bigint): bigint {
  const coeff = err < 0n ? WAD - (WAD * WAD) / CURVE_STEEPNESS : CURVE_STEEPNESS - WAD;
  return (((coeff * err) / WAD + WAD) * rateAtTarget) / WAD;
}

function newRateAtTarget(start: bigint, linearAdaptation: bigint): bigint {
  const rate = (start * wExp(linearAdaptation)) / WAD;
  return max(min(rate, MAX_RATE_AT_TARGET), MIN_RATE_AT_TARGET);
}

/** e^x as the contract approximates it: 2^q times a polynomial of degree 2. Scale 10^18. */
export function wExp(x: bigint): bigint {
  if (x < LN_WEI) return 0n;
  if (x >= WEXP_UPPER_BOUND) return WEXP_UPPER_VALUE;
  const roundingAdjustment = x < 0n ? -(LN_2 / 2n) : LN_2 / 2n;
  const q = (x + roundingAdjustment) / LN_2;
  const r = x - q * LN_2;
  const expR = WAD + r + (r * r) / WAD / 2n;
  return q >= 0n ? expR << q : expR >> -q;
}

function wMulDown(x: bigint, y: bigint): bigint {
  return mulDivDown(x, y, WAD);
}

/** First three terms of e^(x n) - 1, scale 10^18. */
function wTaylorCompounded(x: bigint, n: bigint): bigint {
  const first = x * n;
  const second = mulDivDown(first, first, 2n * WAD);
  const third = mulDivDown(second, first, 3n * WAD);
  return first + second + third;
}
