import { zeroAddress } from "viem";
import { max } from "../../lib/math.ts";
import type { MorphoBlueContracts } from "./contracts.ts";
import type { MorphoMarket } from "./pool.ts";

/** The part of a market's row that logs change. */
export type MarketTotals = Pick<
  MorphoMarket,
  | "totalSupplyAssets"
  | "totalSupplyShares"
  | "totalBorrowAssets"
  | "totalBorrowShares"
  | "lastUpdate"
  | "feeWad"
  | "rateAtTargetWad"
  | "updatedBlock"
>;

/** The block of a log. */
export interface LogBlock {
  readonly number: bigint;
  readonly timestamp: bigint;
}

interface Exchange {
  readonly assets: bigint;
  readonly shares: bigint;
}

/** What makes a market's interest. Addresses in any case. */
export function modelOf(irm: string, contracts: MorphoBlueContracts): MorphoMarket["model"] {
  if (irm === zeroAddress) return "none";
  return irm.toLowerCase() === contracts.adaptiveCurveIrm ? "adaptive-curve" : "unknown";
}

/** `CreateMarket`: an empty market. */
export function created(block: LogBlock): MarketTotals {
  return {
    totalSupplyAssets: 0n,
    totalSupplyShares: 0n,
    totalBorrowAssets: 0n,
    totalBorrowShares: 0n,
    lastUpdate: block.timestamp,
    feeWad: 0n,
    rateAtTargetWad: 0n,
    updatedBlock: Number(block.number),
  };
}

/** `AccrueInterest`, which comes before every change of a market that makes interest. */
export function accrued(
  row: MarketTotals,
  log: { readonly interest: bigint; readonly feeShares: bigint },
  block: LogBlock,
): Partial<MarketTotals> {
  return {
    totalSupplyAssets: row.totalSupplyAssets + log.interest,
    totalSupplyShares: row.totalSupplyShares + log.feeShares,
    totalBorrowAssets: row.totalBorrowAssets + log.interest,
    lastUpdate: block.timestamp,
    updatedBlock: Number(block.number),
  };
}

/** `Supply`. */
export function supplied(
  row: MarketTotals,
  { assets, shares }: Exchange,
  block: LogBlock,
): Partial<MarketTotals> {
  return {
    totalSupplyAssets: row.totalSupplyAssets + assets,
    totalSupplyShares: row.totalSupplyShares + shares,
    updatedBlock: Number(block.number),
  };
}

/** `Withdraw`. */
export function withdrawn(
  row: MarketTotals,
  { assets, shares }: Exchange,
  block: LogBlock,
): Partial<MarketTotals> {
  return supplied(row, { assets: -assets, shares: -shares }, block);
}

/** `Borrow`. */
export function borrowed(
  row: MarketTotals,
  { assets, shares }: Exchange,
  block: LogBlock,
): Partial<MarketTotals> {
  return {
    totalBorrowAssets: row.totalBorrowAssets + assets,
    totalBorrowShares: row.totalBorrowShares + shares,
    updatedBlock: Number(block.number),
  };
}

/** `Repay`: rounding can pay one unit more than all that is owed. */
export function repaid(
  row: MarketTotals,
  { assets, shares }: Exchange,
  block: LogBlock,
): Partial<MarketTotals> {
  return {
    totalBorrowAssets: max(0n, row.totalBorrowAssets - assets),
    totalBorrowShares: row.totalBorrowShares - shares,
    updatedBlock: Number(block.number),
  };
}

/**
 * `Liquidate`: a repayment, and the debt that is left without collateral is taken from the
 * suppliers.
 */
export function liquidated(
  row: MarketTotals,
  log: {
    readonly repaidAssets: bigint;
    readonly repaidShares: bigint;
    readonly badDebtAssets: bigint;
    readonly badDebtShares: bigint;
  },
  block: LogBlock,
): Partial<MarketTotals> {
  const { repaidAssets, repaidShares, badDebtAssets, badDebtShares } = log;
  return {
    totalSupplyAssets: row.totalSupplyAssets - badDebtAssets,
    totalBorrowAssets: max(0n, row.totalBorrowAssets - repaidAssets) - badDebtAssets,
    totalBorrowShares: row.totalBorrowShares - repaidShares - badDebtShares,
    updatedBlock: Number(block.number),
  };
}

/** `SetFee`. */
export function feeSet(
  { newFee }: { readonly newFee: bigint },
  block: LogBlock,
): Partial<MarketTotals> {
  return { feeWad: newFee, updatedBlock: Number(block.number) };
}

/** `BorrowRateUpdate` of the adaptive curve. */
export function rateUpdated(
  { rateAtTarget }: { readonly rateAtTarget: bigint },
  block: LogBlock,
): Partial<MarketTotals> {
  return { rateAtTargetWad: rateAtTarget, updatedBlock: Number(block.number) };
}
