import { MAX_UINT128, max, min } from "../../lib/math.ts";
import {
  complement,
  divWadDown,
  divWadUp,
  mulWadDown,
  ONE,
  powWadUp,
} from "../balancer-v2/fixed-point.ts";
import { calculateInvariant } from "../balancer-v2/stable-invariant.ts";
import { MAX_IN_RATIO } from "../balancer-v2/weighted-math.ts";
import type { Edge } from "../protocol.ts";
import { eclpRest, eclpRoom } from "./eclp-capacity.ts";
import { swapFeeAt } from "./operations.ts";
import { factorOf, loaded } from "./scaling.ts";
import { balanceAt, extremes, STABLE_RATIOS } from "./stable-math.ts";
import { ampAt, type BalancerV3Pool, type StablePool, type WeightedPool } from "./state.ts";
import { unevenness } from "./surge.ts";
import { balanceInOf, leastOf, WEIGHTED_RATIOS } from "./weighted-math.ts";

/** A trillionth, which limits stay below so that no rounding exceeds them. */
const MARGIN_WAD = ONE / 10n ** 9n;
const BELOW_WAD = ONE - MARGIN_WAD;

/**
 * How many times the smallest balance the largest one of a stable pool may become; the contracts of
 * the last version refuse 10,000 times.
 */
const STABLE_IMBALANCE = 9_000n;

/** The part of an even balance that swaps leave at least of a stable pool's token. */
const STABLE_REST = 2_000n;

/**
 * The largest input that is offered, smallest unit: what the contracts allow less a margin, and of
 * stable pools what leaves no balance below a 9,000th of the largest. A StableSurge hook may refuse
 * less of joins and exits.
 *
 * @param timestamp Of the block that executes, seconds since the epoch.
 */
export function capacity(pool: BalancerV3Pool, edge: Edge, timestamp: bigint): bigint {
  const { live } = loaded(pool, "down");
  if (live.some((balance) => balance < 2n)) return 0n;
  if (edge.action === "redeem") return redeemable(pool, live, { edge, timestamp });
  const index = pool.tokens.indexOf(edge.tokenIn);
  const room = MAX_UINT128 - (live[index] ?? 0n);
  const most = roomOf(pool, live, { edge, timestamp });
  const isSurging = pool.kind === "stable" && edge.action === "swap" && pool.surge !== null;
  const paying = isSurging && !evens(pool, edge, timestamp) ? surgingRoom(pool, live) : MAX_UINT128;
  const scaled = max(0n, min(min(room, most), paying));
  const units = MAX_UINT128 - (pool.balances[index] ?? 0n);
  return min(units, (scaled * ONE) / factorOf(pool, index));
}

interface Terms {
  readonly edge: Edge;
  readonly timestamp: bigint;
}

/** What may come in of a token, 18 decimals. */
function roomOf(pool: BalancerV3Pool, live: readonly bigint[], { edge, timestamp }: Terms): bigint {
  switch (pool.kind) {
    case "weighted":
      return weightedRoom(pool, live, edge);
    case "stable":
      return stableRoom(pool, live, { edge, amp: ampAt(pool, timestamp) });
    case "eclp":
      return eclpRoom(pool, live, edge);
  }
}

function weightedRoom(pool: WeightedPool, live: readonly bigint[], edge: Edge): bigint {
  const index = pool.tokens.indexOf(edge.tokenIn);
  const balance = live[index] ?? 0n;
  const weight = pool.weights[index] ?? ONE;
  if (live.some((own, i) => own <= leastOf(pool, i) + 1n)) return 0n;
  if (edge.action === "deposit") {
    const reached = powWadUp(WEIGHTED_RATIOS.most, divWadDown(ONE, weight));
    return mulWadDown(mulWadDown(balance, reached), BELOW_WAD) - balance;
  }
  const afterFee = mulWadDown(balanceInOf(pool, balance), MAX_IN_RATIO);
  const ratio = ((afterFee + 1n) * ONE - 1n) / complement(pool.swapFeeWad);
  const indexOut = pool.tokens.indexOf(edge.tokenOut);
  const least = max(2n * leastOf(pool, indexOut), 1_000_000n);
  const balanceOut = live[indexOut] ?? 0n;
  if (balanceOut <= least) return 0n;
  // With balances B and weights w a swap of x leaves B_out * (B_in / (B_in + x))^(w_in / w_out).
  const exponent = divWadDown(pool.weights[indexOut] ?? ONE, weight);
  const growth = exponentiated(divWadDown(balanceOut, least), exponent);
  return min(ratio, growth - ONE < 0n ? 0n : mulWadDown(balance, growth - ONE));
}

/** `x ^ y` for x above 1, at most a million. */
function exponentiated(x: bigint, y: bigint): bigint {
  const most = 1_000_000n;
  const logarithm = Math.log(Number(x) / 1e18) * (Number(y) / 1e18);
  if (logarithm > Math.log(Number(most))) return most * ONE;
  return mulWadDown(powWadUp(x, y), BELOW_WAD);
}

interface StableTerms {
  readonly edge: Edge;
  readonly amp: bigint;
}

function stableRoom(pool: StablePool, live: readonly bigint[], { edge, amp }: StableTerms): bigint {
  const index = pool.tokens.indexOf(edge.tokenIn);
  const balance = live[index] ?? 0n;
  const others = live.filter((_, i) => i !== index);
  const invariant = calculateInvariant(amp, live);
  if (invariant === null) return 0n;
  if (edge.action === "deposit") {
    const target = mulWadDown(invariant, mulWadDown(STABLE_RATIOS.most, BELOW_WAD));
    const reached = balanceAt({ amp, invariant: target }, live, index);
    const [least] = extremes(others);
    return reached === null ? 0n : min(reached, least * STABLE_IMBALANCE) - balance;
  }
  const indexOut = pool.tokens.indexOf(edge.tokenOut);
  const rest = leastBalance(live, { invariant, indexOut });
  if ((live[indexOut] ?? 0n) <= rest) return 0n;
  const after = live.with(indexOut, rest);
  const reached = balanceAt({ amp, invariant }, after, index);
  if (reached === null) return 0n;
  const [least] = extremes(after.filter((_, i) => i !== index));
  return min(reached, least * STABLE_IMBALANCE) - balance;
}

/** Of the balance of what comes in, so much shows whether a swap makes a pool more even. */
const SMALL_PART = 1_000n;

/**
 * Whether a pool is beyond the threshold of StableSurge, and a swap makes it more even.
 *
 * @param timestamp Of the block that executes, seconds since the epoch.
 */
export function evens(pool: StablePool, edge: Edge, timestamp: bigint): boolean {
  const { surge, tokens, swapFeeWad } = pool;
  if (surge === null || unevenness(loaded(pool, "down").live) <= surge.thresholdWad) return false;
  const [indexIn, indexOut] = [tokens.indexOf(edge.tokenIn), tokens.indexOf(edge.tokenOut)];
  const amountIn = (pool.balances[indexIn] ?? 0n) / SMALL_PART;
  return swapFeeAt(pool, { indexIn, indexOut, amountIn }, timestamp) === swapFeeWad;
}

/** What swaps and exits leave of a token. */
function leastBalance(
  live: readonly bigint[],
  { invariant, indexOut }: { readonly invariant: bigint; readonly indexOut: number },
): bigint {
  const [, most] = extremes(live.filter((_, i) => i !== indexOut));
  return max(invariant / BigInt(live.length) / STABLE_REST, most / STABLE_IMBALANCE + 1n);
}

/**
 * Up to where more input pays more, though the fee grows with it: a unit of input makes the pool
 * more uneven by two units of all balances at most.
 */
function surgingRoom(pool: StablePool, live: readonly bigint[]): bigint {
  const { surge, swapFeeWad } = pool;
  if (surge === null || surge.maxFeeWad <= swapFeeWad) return MAX_UINT128;
  const slope = divWadUp(surge.maxFeeWad - swapFeeWad, complement(surge.thresholdWad));
  const sum = live.reduce((total, balance) => total + balance, 0n);
  const kept = complement(swapFeeWad) + (slope * (surge.thresholdWad - unevenness(live))) / ONE;
  return kept <= 0n ? 0n : (sum * kept) / (slope * 4n);
}

function redeemable(
  pool: BalancerV3Pool,
  live: readonly bigint[],
  { edge, timestamp }: Terms,
): bigint {
  const index = pool.tokens.indexOf(edge.tokenOut);
  const least = restOf(pool, live, { index, timestamp });
  if (least === null || least >= ONE) return 0n;
  return max(0n, mulWadDown(pool.supply, ONE - least) - 2n);
}

/** Least part of the invariant that an exit to one token leaves; null: there is no exit. */
function restOf(
  pool: BalancerV3Pool,
  live: readonly bigint[],
  { index, timestamp }: { readonly index: number; readonly timestamp: bigint },
): bigint | null {
  switch (pool.kind) {
    case "weighted":
      return weightedRest(pool, { index, balance: live[index] ?? 0n });
    case "stable":
      return stableRest(pool, live, { index, amp: ampAt(pool, timestamp) });
    case "eclp":
      return eclpRest(pool, live, index);
  }
}

function weightedRest(
  pool: WeightedPool,
  { index, balance }: { readonly index: number; readonly balance: bigint },
): bigint | null {
  const least = max(2n * leastOf(pool, index), 1_000_000n);
  if (balance <= least) return null;
  const weight = pool.weights[index] ?? ONE;
  return max(WEIGHTED_RATIOS.least, powWadUp(divWadUp(least, balance), weight));
}

function stableRest(
  pool: StablePool,
  live: readonly bigint[],
  { index, amp }: { readonly index: number; readonly amp: bigint },
): bigint | null {
  const invariant = calculateInvariant(amp, live);
  if (invariant === null || pool.supply === 0n) return null;
  const rest = leastBalance(live, { invariant, indexOut: index });
  if ((live[index] ?? 0n) <= rest) return null;
  const reached = calculateInvariant(amp, live.with(index, rest));
  if (reached === null) return null;
  return max(STABLE_RATIOS.least, divWadUp(reached, invariant) + MARGIN_WAD);
}
