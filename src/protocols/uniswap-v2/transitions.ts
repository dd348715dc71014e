import { type GrowthWindow, isObservable, observe } from "../growth.ts";
import type { ProtocolFee } from "./forks.ts";
import { feeShares } from "./protocol-fee.ts";
import { sharePrice } from "./share-price.ts";

/** The part of a pair's row that logs change; the columns of `schema.ts`. */
export interface PairChange {
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly totalSupply: bigint;
  readonly kLast: bigint;
  readonly minted: bigint;
  readonly mints: number;
  readonly burned: bigint;
  readonly sincePrice: bigint | null;
  readonly sinceTimestamp: number | null;
  readonly latestPrice: bigint | null;
  readonly latestTimestamp: number | null;
  readonly updatedBlock: number;
}

/** A pair that was just created: empty until its first `Sync`. */
export function created(block: number): PairChange {
  return {
    ...{ reserve0: 0n, reserve1: 0n, totalSupply: 0n, kLast: 0n },
    ...{ minted: 0n, mints: 0, burned: 0n },
    ...{ sincePrice: null, sinceTimestamp: null, latestPrice: null, latestTimestamp: null },
    updatedBlock: block,
  };
}

/**
 * A transfer of shares from the zero address. Anyone can make one of 0 shares, which mints nothing.
 *
 * @param value Shares, those that the first mint locks included.
 */
export function minted(
  row: PairChange,
  value: bigint,
  block: number,
): Pick<PairChange, "totalSupply" | "minted" | "mints" | "updatedBlock"> {
  return {
    totalSupply: row.totalSupply + value,
    minted: row.minted + value,
    mints: row.mints + (value > 0n ? 1 : 0),
    updatedBlock: block,
  };
}

/**
 * A transfer of shares from the pair to the zero address; others can send shares there, but do not
 * burn them.
 */
export function burned(
  row: PairChange,
  value: bigint,
  block: number,
): Pick<PairChange, "totalSupply" | "burned" | "updatedBlock"> {
  return {
    totalSupply: row.totalSupply - value,
    burned: row.burned + value,
    updatedBlock: block,
  };
}

/**
 * When a `Sync` happened, and how the deployment's fee is minted; null where its shares are not
 * traded.
 */
export interface SyncContext {
  readonly block: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly protocolFee: ProtocolFee | null;
}

export type Reserves = Pick<PairChange, "reserve0" | "reserve1">;

/** `Sync` states both reserves; it is the last log of every change of them. */
export function synced(
  row: PairChange,
  { reserve0, reserve1 }: Reserves,
  context: SyncContext,
): Partial<PairChange> {
  return {
    ...{ reserve0, reserve1, updatedBlock: context.block },
    ...observed(row, { reserve0, reserve1 }, context),
  };
}

/** Whether the next `Sync` of the pair ends a mint or burn. */
export function changesShares({ mints, burned }: PairChange): boolean {
  return mints > 0 || burned > 0n;
}

/**
 * The `Sync` that ends a mint or burn. The switch of the protocol's fee emits no event, but shows
 * here: a mint that mints twice, or a burn that mints, pays the fee; one that pays none though the
 * product has grown since the fee was on has it off.
 *
 * So a switch is known with the first mint or burn that shows it, of any pair of the deployment.
 * Until then quotes count the fee as it was, and a pair that minted between the fee's going on and
 * that moment has `kLast` 0 until its next mint or burn.
 *
 * @param wasFeeOn Whether the fee was on as far as earlier logs of the deployment show.
 */
export function sharesChanged(
  row: PairChange,
  { reserve0, reserve1 }: Reserves,
  { wasFeeOn, ...context }: SyncContext & { readonly wasFeeOn: boolean },
): { readonly change: Partial<PairChange>; readonly isFeeOn: boolean } {
  const isFeeOn = showsFee(row, context.protocolFee, wasFeeOn);
  const kLast = isFeeOn ? reserve0 * reserve1 : 0n;
  const settled = { kLast, minted: 0n, mints: 0, burned: 0n };
  const change = synced({ ...row, ...settled }, { reserve0, reserve1 }, context);
  return { isFeeOn, change: { ...change, ...settled } };
}

/** Whether the fee is on after a mint or burn. */
function showsFee(row: PairChange, protocolFee: ProtocolFee | null, wasFeeOn: boolean): boolean {
  const before = { ...row, totalSupply: row.totalSupply - row.minted + row.burned };
  // The first mint locks shares in a transfer of its own; a burn mints nothing but the fee.
  const others = row.burned > 0n ? 0 : before.totalSupply === 0n ? 2 : 1;
  if (row.mints > others) return true;
  return wasFeeOn && (protocolFee === null || feeShares(before, protocolFee) === 0n);
}

/** The columns of the growth window after an observation. */
function observed(
  row: PairChange,
  { reserve0, reserve1 }: Reserves,
  { timestamp, protocolFee }: SyncContext,
): Partial<PairChange> {
  const before = windowOf(row);
  const { totalSupply, kLast } = row;
  if (totalSupply === 0n || protocolFee === null || !isObservable(before, timestamp)) return {};
  const supply = totalSupply + feeShares({ reserve0, reserve1, totalSupply, kLast }, protocolFee);
  const price = sharePrice(reserve0, reserve1, supply);
  const window = observe(before, { price, timestamp });
  return {
    sincePrice: window.since.price,
    sinceTimestamp: window.since.timestamp,
    latestPrice: window.latest.price,
    latestTimestamp: window.latest.timestamp,
  };
}

function windowOf(row: PairChange): GrowthWindow | null {
  const { sincePrice, sinceTimestamp, latestPrice, latestTimestamp } = row;
  if (sincePrice === null || sinceTimestamp === null) return null;
  if (latestPrice === null || latestTimestamp === null) return null;
  return {
    since: { price: sincePrice, timestamp: sinceTimestamp },
    latest: { price: latestPrice, timestamp: latestTimestamp },
  };
}

/** Hundredths of a basis point of a fee in thousandths, as Biswap's pairs state it. */
export function thousandthsToPips(thousandths: number): number {
  return thousandths * 1_000;
}
