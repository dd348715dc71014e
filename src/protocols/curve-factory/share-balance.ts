import {
  arriving,
  etherBySharesDown,
  type ShareRate,
  sharesByEtherDown,
} from "../lido/share-rate.ts";

/**
 * What a pool has of a second coin whose balances are shares (stETH): transfers move whole shares,
 * so that what a trade pays or takes is not what the balance changes by.
 */
export interface ShareBalance extends ShareRate {
  /** Those of the pool, the admin's among them. */
  readonly shares: bigint;
  /** The admin's, smallest unit of the coin. */
  readonly adminBalance: bigint;
}

/** What changes of a pool by what it is told to take (above 0) or to pay of such a coin. */
export interface ShareMove {
  /** What counts of the coin before, and what would after it if nothing were rounded. */
  readonly before: bigint;
  readonly after: bigint;
  readonly moved: bigint;
}

/** What counts of the coin, and what the pool has, after a trade. */
export function moved(
  held: ShareBalance,
  { before, after, moved: amount }: ShareMove,
): { readonly balance: bigint; readonly held: ShareBalance } {
  const shares = sharesByEtherDown(held, amount < 0n ? -amount : amount);
  const next: ShareBalance = {
    ...held,
    shares: held.shares + (amount < 0n ? -shares : shares),
    adminBalance: held.adminBalance + (before + amount - after),
  };
  return { balance: etherBySharesDown(next, next.shares) - next.adminBalance, held: next };
}

/** Of an amount that the pool pays to the account that trades, and that one to the receiver. */
export function received(rate: ShareRate, amount: bigint): bigint {
  return arriving(rate, arriving(rate, amount));
}
