import { MAX_UINT128 } from "../../lib/math.ts";
import { mulWadDown, mulWadUp } from "../balancer-v2/fixed-point.ts";
import type { QuoteFailure } from "../protocol.ts";
import { mathOf } from "./pool-math.ts";
import { downscaledAtRateUp, downscaledDown, loaded, upscaledDown } from "./scaling.ts";
import { sharesForAmounts, tokenForShares } from "./share-math.ts";
import type { BalancerV3Pool } from "./state.ts";
import { surgeFeeWad, surges } from "./surge.ts";

/** Least that a swap, join or exit moves of a token or of shares, 18 decimals. */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20241204-v3-vault/input.ts
export const MIN_TRADE = 1_000_000n;

/** Shares that a pool keeps. */
// https://unpkg.com/@balancer-labs/v3-vault@1.0.0/contracts/token/ERC20MultiToken.sol
const MIN_SUPPLY = 1_000_000n;

/** What an operation pays and leaves, or why the vault refuses it. */
export type Outcome =
  | {
      readonly ok: true;
      /** Smallest units: of the one token, of shares, or of all tokens of an exit in proportion. */
      readonly amounts: readonly bigint[];
      readonly next: BalancerV3Pool;
    }
  | { readonly ok: false; readonly reason: QuoteFailure };

const TOO_SMALL = { ok: false, reason: "amount-too-small" } as const;
const TOO_MUCH = { ok: false, reason: "insufficient-liquidity" } as const;

/**
 * `Vault.swap` with an exact input.
 *
 * @param timestamp Of the block that executes, seconds since the epoch.
 */
export function swapped(pool: BalancerV3Pool, swap: Swap, timestamp: bigint): Outcome {
  const { indexIn, indexOut, amountIn } = swap;
  const math = mathOf(pool, timestamp);
  const { raw, live } = loaded(pool, "down");
  const given = upscaledDown(pool, indexIn, amountIn);
  const feeWad = swapFeeAt(pool, swap, timestamp);
  if (feeWad === null) return given < MIN_TRADE ? TOO_SMALL : TOO_MUCH;
  const fee = mulWadUp(given, feeWad);
  if (given - fee < MIN_TRADE) return TOO_SMALL;
  const paid = math.out(live, { indexIn, indexOut, amountIn: given - fee });
  if (paid === null) return TOO_MUCH;
  if (paid < MIN_TRADE) return TOO_SMALL;
  const amountOut = downscaledAtRateUp(pool, indexOut, paid);
  if (amountOut === 0n) return TOO_SMALL;
  const balances = raw
    .with(indexIn, (raw[indexIn] ?? 0n) + amountIn - keptOf(pool, indexIn, fee))
    .with(indexOut, (raw[indexOut] ?? 0n) - amountOut);
  return settled(pool, { balances, amounts: [amountOut], shares: 0n });
}

interface Swap {
  readonly indexIn: number;
  readonly indexOut: number;
  /** Smallest unit. */
  readonly amountIn: bigint;
}

/**
 * The fee of a swap, part of 10^18; null where a hook cannot compute it.
 *
 * @param timestamp Of the block that executes, seconds since the epoch.
 */
export function swapFeeAt(pool: BalancerV3Pool, swap: Swap, timestamp: bigint): bigint | null {
  if (pool.kind !== "stable" || pool.surge === null) return pool.swapFeeWad;
  const { indexIn, indexOut } = swap;
  const { live } = loaded(pool, "down");
  const amountIn = upscaledDown(pool, indexIn, swap.amountIn);
  const paid = mathOf(pool, timestamp).out(live, { indexIn, indexOut, amountIn });
  if (paid === null) return null;
  const after = live
    .with(indexIn, (live[indexIn] ?? 0n) + amountIn)
    .with(indexOut, (live[indexOut] ?? 0n) - paid);
  return surgeFeeWad(pool.surge, pool.swapFeeWad, { before: live, after });
}

/** `Vault.addLiquidity` with exact amounts, smallest units. */
export function joined(
  pool: BalancerV3Pool,
  amountsIn: readonly bigint[],
  timestamp: bigint,
): Outcome {
  const { raw, live } = loaded(pool, "up");
  const scaled = pool.tokens.map((_, i) => upscaledDown(pool, i, amountsIn[i] ?? 0n));
  if (scaled.some((amount) => amount > 0n && amount < MIN_TRADE)) return TOO_SMALL;
  // An amount that counts nothing is taken all the same.
  if (scaled.every((amount) => amount === 0n)) return TOO_SMALL;
  const terms = { balances: live, supply: pool.supply, swapFeeWad: pool.swapFeeWad };
  const join = sharesForAmounts(mathOf(pool, timestamp), terms, scaled);
  if (join === null) return isTiny(scaled, live) ? TOO_SMALL : TOO_MUCH;
  if (join.shares < MIN_TRADE) return TOO_SMALL;
  const balances = raw.map(
    (balance, i) => balance + (amountsIn[i] ?? 0n) - keptOf(pool, i, join.fees[i] ?? 0n),
  );
  const outcome = settled(pool, { balances, amounts: [join.shares], shares: join.shares });
  return isRefused(pool, outcome, (after, i) => after - (scaled[i] ?? 0n)) ? TOO_MUCH : outcome;
}

/** `Vault.removeLiquidity` of exact shares for one token. */
export function left(
  pool: BalancerV3Pool,
  { index, shares }: { readonly index: number; readonly shares: bigint },
  timestamp: bigint,
): Outcome {
  if (shares < MIN_TRADE) return TOO_SMALL;
  if (pool.supply - shares < MIN_SUPPLY) return TOO_MUCH;
  const { raw, live } = loaded(pool, "down");
  const terms = { balances: live, supply: pool.supply, swapFeeWad: pool.swapFeeWad };
  const exit = tokenForShares(mathOf(pool, timestamp), terms, { index, shares });
  if (exit === null) return isTiny([shares], [pool.supply]) ? TOO_SMALL : TOO_MUCH;
  const amountOut = downscaledDown(pool, index, exit.amount);
  if (exit.amount < MIN_TRADE || amountOut === 0n) return TOO_SMALL;
  const kept = keptOf(pool, index, exit.fee);
  const balances = raw.with(index, (raw[index] ?? 0n) - amountOut - kept);
  const outcome = settled(pool, { balances, amounts: [amountOut], shares: -shares });
  const before = (after: bigint, i: number) => (i === index ? after + exit.amount : after);
  return isRefused(pool, outcome, before) ? TOO_MUCH : outcome;
}

/** `Vault.removeLiquidity` of exact shares in proportion. */
export function leftInProportion(pool: BalancerV3Pool, shares: bigint): Outcome {
  if (shares < MIN_TRADE) return TOO_SMALL;
  if (pool.supply - shares < MIN_SUPPLY) return TOO_MUCH;
  const { raw, live } = loaded(pool, "down");
  const paid = live.map((balance) => (balance * shares) / pool.supply);
  if (paid.some((amount) => amount < MIN_TRADE)) return TOO_SMALL;
  const amounts = paid.map((amount, i) => downscaledDown(pool, i, amount));
  if (amounts.includes(0n)) return TOO_SMALL;
  const balances = raw.map((balance, i) => balance - (amounts[i] ?? 0n));
  return settled(pool, { balances, amounts, shares: -shares });
}

/** Whether no amount is more than a billionth, so that rounding may be what stands in the way. */
function isTiny(amounts: readonly bigint[], of: readonly bigint[]): boolean {
  return amounts.every((amount, i) => amount * 1_000_000_000n <= (of[i] ?? 0n));
}

/** What leaves the pool of a fee with 18 decimals, smallest units. */
function keptOf(pool: BalancerV3Pool, index: number, fee: bigint): bigint {
  return mulWadDown(downscaledDown(pool, index, fee), pool.aggregateSwapFeeWad);
}

/** Whether the hook refuses what a join or exit of single tokens leaves. */
function isRefused(
  pool: BalancerV3Pool,
  outcome: Outcome,
  before: (after: bigint, index: number) => bigint,
): boolean {
  if (!outcome.ok || pool.kind !== "stable" || pool.surge === null) return false;
  const after = outcome.next.lastLive;
  return surges(pool.surge, after.map(before), after);
}

/** The pool with new balances; the vault keeps 128 bits of each. */
function settled(
  pool: BalancerV3Pool,
  {
    balances,
    amounts,
    shares,
  }: {
    readonly balances: readonly bigint[];
    readonly amounts: readonly bigint[];
    readonly shares: bigint;
  },
): Outcome {
  const lastLive = balances.map((balance, i) => upscaledDown(pool, i, balance));
  const fits = (amount: bigint) => amount >= 0n && amount <= MAX_UINT128;
  if (!balances.every(fits) || !lastLive.every(fits)) return TOO_MUCH;
  return { ok: true, amounts, next: { ...pool, balances, lastLive, supply: pool.supply + shares } };
}
