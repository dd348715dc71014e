import { type Address, zeroAddress } from "viem";
import { mulDivDown } from "../../lib/math.ts";
import { RAY } from "../../lib/rpow.ts";
import { type GrowthWindow, observe, type SharePrice } from "../growth.ts";
import type { VaultReading } from "./reading.ts";
import type { VaultConfig } from "./vault-config.ts";

/** The part of a vault's row that changes. */
export interface VaultChange extends VaultReading {
  readonly holder: Address;
  readonly sincePriceRay: bigint;
  readonly sinceTimestamp: number;
  readonly latestPriceRay: bigint;
  readonly latestTimestamp: number;
  readonly updatedBlock: number;
}

/** The block of a change. */
export interface ChangeBlock {
  readonly number: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** Fewer units than this show a price too coarsely: it is rounded by one part of them. */
const TELLING_AMOUNT = 10n ** 9n;

/** A vault that was never read: unusable until then. */
export function discovered({ pricing, redeem }: VaultConfig, block: number) {
  return {
    pricing: pricing.kind,
    redeemable: redeem !== "never",
    assetsTerm: 0n,
    sharesTerm: 0n,
    rateRay: RAY,
    rho: 0n,
    totalSupply: 0n,
    depositLimit: 0n,
    redeemLimit: null,
    depositPaused: false,
    redeemPaused: false,
    usable: false,
    holder: zeroAddress,
    holderShares: 0n,
    sincePriceRay: 0n,
    sinceTimestamp: 0,
    latestPriceRay: 0n,
    latestTimestamp: 0,
    updatedBlock: block,
  } satisfies VaultChange & { pricing: string; redeemable: boolean };
}

/**
 * `Deposit` or `Withdraw` of `shares` for `assets`: what it tells of the price and, by `receiver`
 * of a deposit, of who holds much; and that the vault is to be read.
 */
export function exchanged(
  row: VaultChange,
  log: { readonly assets: bigint; readonly shares: bigint; readonly receiver: Address | null },
  block: ChangeBlock,
): Partial<VaultChange> {
  const { assets, shares, receiver } = log;
  const telling = assets >= TELLING_AMOUNT && shares >= TELLING_AMOUNT;
  return {
    ...(telling ? grown(row, mulDivDown(RAY, assets, shares), block) : {}),
    ...(receiver !== null && shares > row.holderShares
      ? { holder: receiver, holderShares: shares }
      : {}),
    updatedBlock: block.number,
  };
}

/** What a reading changes; null when nothing. */
export function readAt(
  row: VaultChange,
  reading: VaultReading,
  block: ChangeBlock,
): Partial<VaultChange> | null {
  const { assetsTerm, sharesTerm } = reading;
  const change: Partial<VaultChange> = {
    ...reading,
    ...(reading.usable ? grown(row, mulDivDown(RAY, assetsTerm, sharesTerm), block) : {}),
  };
  const names = Object.keys(change) as (keyof VaultChange)[];
  if (names.every((name) => change[name] === row[name])) return null;
  return { ...change, updatedBlock: block.number };
}

/** The window of the yield after an observation; nothing when it stays. */
function grown(row: VaultChange, price: bigint, { timestamp }: ChangeBlock): Partial<VaultChange> {
  const before = windowOf(row);
  const after = observe(before, { price, timestamp });
  if (after === before) return {};
  return {
    sincePriceRay: after.since.price,
    sinceTimestamp: after.since.timestamp,
    latestPriceRay: after.latest.price,
    latestTimestamp: after.latest.timestamp,
  };
}

function windowOf(row: VaultChange): GrowthWindow | null {
  if (row.latestTimestamp === 0) return null;
  const since: SharePrice = { price: row.sincePriceRay, timestamp: row.sinceTimestamp };
  return { since, latest: { price: row.latestPriceRay, timestamp: row.latestTimestamp } };
}
