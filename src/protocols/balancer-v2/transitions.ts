import type { Address, Hex } from "viem";
import type { Swap } from "../../catalog/swaps.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { type GrowthWindow, isObservable, observe } from "../growth.ts";
import { recounted } from "./fee-transitions.ts";
import { mulWadUp } from "./fixed-point.ts";
import { sharePrice } from "./pool.ts";
import type { PoolFacts } from "./pool-facts.ts";
import { rowState } from "./row-state.ts";
import type { BalancerV2Row } from "./schema.ts";
import { type Movement, settlement } from "./settlement.ts";
import { isGyroKind } from "./state.ts";

/** A row without its chain. */
export type PoolRow = Omit<BalancerV2Row, "chainId">;

/** Where a log is. */
export interface LogPlace {
  readonly block: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** Shares that a new pool locks up for good; minted from the zero address to the zero address. */
const MINIMUM_SHARES = 1_000_000n;

/**
 * A pool of which nothing is known yet: the constructor of some versions announces the fee before
 * the vault knows the pool.
 */
export function unregistered(address: Address, block: number): PoolRow {
  return {
    ...{ address, poolId: "0x", vault: ZERO_ADDRESS, slug: "" },
    kind: null,
    ...{ tokens: [], balances: [], scales: [], weights: [], shape: [] },
    ...{ endWeights: [], weightsStartTime: 0n, weightsEndTime: 0n, swapEnabled: true },
    ...{
      rateProviders: [],
      rates: [],
      oldRates: [],
      liveRates: [],
      yieldFeeWad: 0n,
      athRateProduct: 0n,
    },
    ...{ rateExpiries: [], rateDurations: [], yieldExempt: [] },
    ...{ paysTokens: false, packsFees: false, inRecovery: false },
    ...{ swapFeeWad: 0n, protocolFeeWad: 0n, pausedUntil: 0, vaultPausedUntil: 0 },
    ...{ totalSupply: 0n, settledSupply: 0n, lastShares: 0n, lastInvariant: 0n, lastAmp: 0n },
    ...{ ampStartValue: 0n, ampEndValue: 0n, ampStartTime: 0n, ampEndTime: 0n },
    ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    updatedBlock: block,
  };
}

/** The vault took the pool in. */
export function registered(
  row: PoolRow,
  pool: { readonly poolId: Hex; readonly vault: Address; readonly slug: string },
  block: number,
): PoolRow {
  return { ...row, ...pool, updatedBlock: block };
}

/** A new swap fee. */
export function feeChanged(row: PoolRow, swapFeeWad: bigint, block: number): PoolRow {
  return { ...row, swapFeeWad, updatedBlock: block };
}

/** Tokens are registered once, empty. */
export function tokensRegistered(row: PoolRow, tokens: readonly Address[], block: number): PoolRow {
  const lower = tokens.map((token) => token.toLowerCase() as Address);
  return { ...row, tokens: lower, balances: lower.map(() => 0n), updatedBlock: block };
}

/** What the pool's contract and factory state of it, which never changes. */
export function described(row: PoolRow, facts: PoolFacts, block: number): PoolRow {
  const hasProviders = facts.rateProviders.some((provider) => BigInt(provider) !== 0n);
  return {
    ...row,
    kind: facts.kind,
    paysTokens: facts.paysTokens,
    scales: facts.scalingFactors.map((factor) => factor / 10n ** 18n),
    // Those that move were told when the pool was made.
    weights: facts.kind === "bootstrapping" ? row.weights : [...facts.weights],
    shape: [...facts.shape],
    rateProviders: hasProviders ? facts.rateProviders.map(lower) : [],
    yieldExempt: hasProviders && !facts.paysTokens ? [...facts.yieldExempt] : [],
    updatedBlock: block,
  };
}

/**
 * A swap moves two balances. One that gives or takes a composable stable pool's own share is a join
 * or exit, and settles the protocol's fees.
 */
export function swapped(
  row: PoolRow,
  log: {
    readonly tokenIn: Address;
    readonly tokenOut: Address;
    readonly amountIn: bigint;
    readonly amountOut: bigint;
  },
  at: LogPlace,
): PoolRow {
  const moved = row.tokens.map((token) => {
    if (token === log.tokenIn.toLowerCase()) return log.amountIn;
    return token === log.tokenOut.toLowerCase() ? -log.amountOut : 0n;
  });
  const after = withBalances(row, moved, at);
  const own = row.tokens.indexOf(row.address);
  const shares = moved[own] ?? 0n;
  if (own < 0 || shares === 0n) return observed(after, at);
  // What the pool takes in of its own share leaves circulation.
  const deltas = moved.filter((_, i) => i !== own);
  return observed(settled(row, after, { deltas, shares: -shares, at }), at);
}

/**
 * What a swap traded. Null where it gave or took the pool's own share, which is a join or exit, and
 * of pools that are not in the catalog. The fee is a part of what came in, rounded up.
 */
export function tradeOf(
  row: PoolRow,
  log: {
    readonly tokenIn: Address;
    readonly tokenOut: Address;
    readonly amountIn: bigint;
    readonly amountOut: bigint;
  },
): Omit<Swap, "poolId" | "timestamp"> | null {
  const [tokenIn, tokenOut] = [lower(log.tokenIn), lower(log.tokenOut)];
  if (row.kind === null || [tokenIn, tokenOut].includes(row.address)) return null;
  const { amountIn, amountOut } = log;
  return { tokenIn, tokenOut, amountIn, amountOut, feeIn: mulWadUp(amountIn, row.swapFeeWad) };
}

/** A join or exit; its mints and burns came before it. */
export function balanceChanged(
  row: PoolRow,
  log: { readonly deltas: readonly bigint[]; readonly protocolFeeAmounts: readonly bigint[] },
  at: LogPlace,
): PoolRow {
  const { deltas, protocolFeeAmounts } = log;
  const net = deltas.map((delta, i) => delta - (protocolFeeAmounts[i] ?? 0n));
  const after = withBalances(row, net, at);
  if (isGyroKind(row.kind)) return observed(proportional(after), at);
  if (row.lastInvariant === 0n) return observed(opened(after, at), at);
  const own = row.tokens.indexOf(row.address);
  const moved = deltas.filter((_, i) => i !== own);
  const joins = moved.some((delta) => delta > 0n);
  const shares = joins ? row.lastShares : -row.lastShares;
  return observed(settled(row, after, { deltas: moved, shares, at }), at);
}

/**
 * A mint or burn of shares; other transfers change nothing. The shares locked up at the start are
 * counted with the first join.
 */
export function transferred(
  row: PoolRow,
  { from, to, value }: { readonly from: Address; readonly to: Address; readonly value: bigint },
  block: number,
): PoolRow {
  const mints = BigInt(from) === 0n;
  const burns = BigInt(to) === 0n;
  if (mints === burns) return row;
  const totalSupply = row.totalSupply + (mints ? value : -value);
  return { ...row, totalSupply, lastShares: value, updatedBlock: block };
}

/** A new course of the amplification parameter. */
export function ampChanged(
  row: PoolRow,
  course: {
    readonly startValue: bigint;
    readonly endValue: bigint;
    readonly startTime: bigint;
    readonly endTime: bigint;
  },
  block: number,
): PoolRow {
  return {
    ...row,
    ampStartValue: course.startValue,
    ampEndValue: course.endValue,
    ampStartTime: course.startTime,
    ampEndTime: course.endTime,
    updatedBlock: block,
  };
}

/** The last second of a pause; 0 when it is lifted. */
export function pauseEnd(paused: boolean, bufferPeriodEndTime: bigint): number {
  return paused ? Number(bufferPeriodEndTime) : 0;
}

function withBalances(row: PoolRow, deltas: readonly bigint[], { block }: LogPlace): PoolRow {
  const balances = row.balances.map((balance, i) => balance + (deltas[i] ?? 0n));
  return { ...row, balances, updatedBlock: block };
}

/** The first join sets the invariant and locks up some shares. */
function opened(after: PoolRow, at: LogPlace): PoolRow {
  return recounted({ ...after, totalSupply: after.totalSupply + MINIMUM_SHARES }, at);
}

/** A join or exit of Gyroscope's pools, which leave nothing but balances and shares to keep. */
function proportional(after: PoolRow): PoolRow {
  const locked = after.settledSupply === 0n ? MINIMUM_SHARES : 0n;
  const totalSupply = after.totalSupply + locked;
  return { ...after, totalSupply, settledSupply: totalSupply };
}

function settled(
  before: PoolRow,
  after: PoolRow,
  { at, ...movement }: Movement & { readonly at: LogPlace },
): PoolRow {
  const plain = { ...after, settledSupply: after.totalSupply, oldRates: after.rates };
  // A paused pool that pays in tokens does not.
  const isExempt = before.paysTokens && at.timestamp <= before.pausedUntil;
  const feed = isExempt ? { ...before, protocolFeeWad: 0n } : before;
  const state = rowState({ ...feed, totalSupply: before.settledSupply });
  if (state === null) return plain;
  const time = BigInt(at.timestamp);
  // Rates of then may be unknown: what they took is not needed for what is left.
  const closing =
    settlement(state, movement, time) ??
    (state.kind === "weighted" ? settlement({ ...state, yield: null }, movement, time) : null);
  if (closing === null) return plain;
  const { lastInvariant, lastAmp, athRateProduct } = closing;
  return {
    ...{ ...plain, lastInvariant, lastAmp: lastAmp ?? 0n },
    athRateProduct: athRateProduct ?? plain.athRateProduct,
  };
}

/** Looks at the share price about once a day. */
export function observed(row: PoolRow, { timestamp }: LogPlace): PoolRow {
  const window: GrowthWindow | null =
    row.latestTimestamp === 0
      ? null
      : {
          since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
          latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
        };
  if (!isObservable(window, timestamp)) return row;
  const state = rowState(row);
  const price = state === null ? 0n : sharePrice(state, BigInt(timestamp));
  if (price === 0n) return row;
  const { since, latest } = observe(window, { price, timestamp });
  return {
    ...row,
    ...{ sincePrice: since.price, sinceTimestamp: since.timestamp },
    ...{ latestPrice: latest.price, latestTimestamp: latest.timestamp },
  };
}
