import type { Address } from "viem";
import type { MarketReading, WrapperReading } from "./reading.ts";
import type { pendlePool } from "./schema.ts";

type Row = typeof pendlePool.$inferSelect;

const UNREAD = {
  ...{ expiry: 0n, scalarRoot: 0n, lnFeeRoot: 0n, routerLnFeeRoot: 0n, reserveFeePercent: 0n },
  ...{
    totalPt: 0n,
    totalSy: 0n,
    supply: 0n,
    ptSupply: 0n,
    lnImpliedRate: 0n,
    rate: 0n,
    keptRate: 0n,
    held: 0n,
  },
  ...{ rewardTokens: [], isPaused: false, isExpired: false, isRead: false },
};

/** Tokens of a market. */
export interface MarketTokens {
  readonly sy: Address;
  readonly pt: Address;
  readonly yt: Address;
}

/** Columns of a market that nothing is known of yet: of the block of its creation. */
export function created({ sy, pt, yt }: MarketTokens, block: number) {
  const facts = { kind: "market", tokens: [sy, pt], yieldContract: yt };
  return { ...UNREAD, ...facts, updatedBlock: block };
}

/** Columns of an SY, with what was read of it. */
export function wrapping(
  address: Address,
  { yieldToken, ...reading }: WrapperReading & { readonly yieldToken: Address },
  block: number,
) {
  const facts = { kind: "wrapper", tokens: [yieldToken], yieldContract: address };
  return { ...UNREAD, ...facts, ...reading, isRead: true, updatedBlock: block };
}

/**
 * Columns that a reading of a market comes to.
 *
 * @param timestamp Of the block that was read, seconds since the epoch.
 */
export function columnsOf(reading: MarketReading, timestamp: number) {
  const rewardTokens = [...reading.rewardTokens];
  const isExpired = BigInt(timestamp) >= reading.expiry;
  return { ...reading, rewardTokens, isExpired, isRead: true };
}

/** What a reading changes of a row; null where it says what the row does. */
export function readAt(
  row: Row,
  columns: Partial<Row>,
  block: number,
): (Partial<Row> & { readonly updatedBlock: number }) | null {
  const names = Object.keys(columns) as (keyof Row)[];
  const isSame = names.every((name) => String(row[name]) === String(columns[name]));
  return isSame ? null : { ...columns, updatedBlock: block };
}

/** A swap of a market, as its event tells it. */
export function swappedIn(
  [sy, pt]: readonly Address[],
  {
    netPtOut,
    netSyOut,
    netSyFee,
  }: { readonly netPtOut: bigint; readonly netSyOut: bigint; readonly netSyFee: bigint },
) {
  if (sy === undefined || pt === undefined) return null;
  if (netPtOut > 0n) {
    const amounts = { amountIn: -netSyOut, amountOut: netPtOut, feeIn: netSyFee };
    return { tokenIn: sy, tokenOut: pt, ...amounts };
  }
  const [amountIn, amountOut] = [-netPtOut, netSyOut];
  // The fee is taken of what is paid.
  const feeIn = (amountIn * netSyFee) / (amountOut + netSyFee);
  return { tokenIn: pt, tokenOut: sy, amountIn, amountOut, feeIn };
}
