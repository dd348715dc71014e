import { type GrowthWindow, isObservable, observe } from "../growth.ts";
import { WAD } from "./stable-math.ts";

/** The part of a pool's row that logs change; the columns of `schema.ts`. */
export interface PoolChange {
  readonly customFeeBps: number | null;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly totalSupply: bigint;
  readonly feeIndexWad: bigint;
  readonly sinceIndexWad: bigint | null;
  readonly sinceTimestamp: number | null;
  readonly latestIndexWad: bigint | null;
  readonly latestTimestamp: number | null;
  readonly updatedBlock: number;
}

/** Custom fee that stands for none. */
const ZERO_FEE_INDICATOR = 420n;

/** A pool that was just created: empty until its first `Sync`. */
export function created(block: number): PoolChange {
  return {
    ...{ customFeeBps: null, reserve0: 0n, reserve1: 0n, totalSupply: 0n, feeIndexWad: WAD },
    ...{ sinceIndexWad: null, sinceTimestamp: null, latestIndexWad: null, latestTimestamp: null },
    updatedBlock: block,
  };
}

/** `Sync` states both reserves; it is the last log of every change of them. */
export function synced(
  row: PoolChange,
  { reserve0, reserve1 }: { readonly reserve0: bigint; readonly reserve1: bigint },
  { block, timestamp }: { readonly block: number; readonly timestamp: number },
): Partial<PoolChange> {
  const window = windowOf(row);
  const change = { reserve0, reserve1, updatedBlock: block };
  if (!isObservable(window, timestamp)) return change;
  const { since, latest } = observe(window, { price: row.feeIndexWad, timestamp });
  return {
    ...change,
    ...{ sinceIndexWad: since.price, sinceTimestamp: since.timestamp },
    ...{ latestIndexWad: latest.price, latestTimestamp: latest.timestamp },
  };
}

/** What the value of a fee is told by. */
export interface FeeFacts {
  readonly isStable: boolean;
  /** 10 to the power of the token's decimals. */
  readonly unit0: bigint;
  readonly unit1: bigint;
}

/**
 * `Fees` of a swap, which leave the reserves for the holders of shares: the index grows by the part
 * that they are of both reserves. A volatile pool holds equal values of its tokens; of a stable one
 * they count at par.
 *
 * @param amounts Smallest unit; one of them is 0.
 */
export function charged(
  row: PoolChange,
  { amount0, amount1 }: { readonly amount0: bigint; readonly amount1: bigint },
  { isStable, unit0, unit1 }: FeeFacts,
): Pick<PoolChange, "feeIndexWad"> {
  const { reserve0, reserve1, feeIndexWad } = row;
  if (reserve0 === 0n || reserve1 === 0n) return { feeIndexWad };
  const [weight0, weight1] = isStable ? [unit1, unit0] : [reserve1, reserve0];
  const fee = amount0 * weight0 + amount1 * weight1;
  const pool = reserve0 * weight0 + reserve1 * weight1;
  return { feeIndexWad: feeIndexWad + (feeIndexWad * fee) / pool };
}

/** A transfer of shares from the zero address. */
export function minted(row: PoolChange, value: bigint): Pick<PoolChange, "totalSupply"> {
  return { totalSupply: row.totalSupply + value };
}

/**
 * A transfer of shares from the pool to the zero address; others can send shares there, but do not
 * burn them.
 */
export function burned(row: PoolChange, value: bigint): Pick<PoolChange, "totalSupply"> {
  return { totalSupply: row.totalSupply - value };
}

/** `SetCustomFee`: 0 takes the pool's own fee away, and one number stands for no fee at all. */
export function feeSet(
  fee: bigint,
  block: number,
): Pick<PoolChange, "customFeeBps" | "updatedBlock"> {
  const customFeeBps = fee === 0n ? null : fee === ZERO_FEE_INDICATOR ? 0 : Number(fee);
  return { customFeeBps, updatedBlock: block };
}

function windowOf(row: PoolChange): GrowthWindow | null {
  const { sinceIndexWad, sinceTimestamp, latestIndexWad, latestTimestamp } = row;
  if (sinceIndexWad === null || sinceTimestamp === null) return null;
  if (latestIndexWad === null || latestTimestamp === null) return null;
  return {
    since: { price: sinceIndexWad, timestamp: sinceTimestamp },
    latest: { price: latestIndexWad, timestamp: latestTimestamp },
  };
}
