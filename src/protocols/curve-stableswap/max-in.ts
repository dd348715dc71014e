import { max } from "../../lib/math.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { computeD, isSteady } from "./invariant.ts";
import type { CurvePool } from "./pool.ts";
import { amplificationAt, PRECISION, reservesAt } from "./reserves.ts";
import { exchange, removeOneCoin, scaled, type Traded } from "./trade.ts";

/**
 * A coin's balance may grow to this many times the liquidity, which is about the pool's size: more
 * buys nothing that counts, and the contract's own arithmetic overflows far above, after which
 * nobody could trade.
 */
const MOST_BY_SWAP = 100n;
/** The same where fees grow with the distance of coins: beyond, more rarely pays more. */
const MOST_BY_DYNAMIC_SWAP = 4n;
/** For deposits, whose fees on the other coins grow with the pool. */
const MOST_BY_DEPOSIT = 10n;

/** The part of an amount, as a power of two, over which it is to pay more. */
const RISE_BITS = 10n;

/** Parts of the liquidity, as powers of two, that a redemption may have to leave. */
const LEFT_BITS = [20n, 10n, 7n, 5n, 4n, 3n, 2n, 1n];

/**
 * About what the pool holds, 18 decimals. Of rated coins a share may be worth any multiple of what
 * it was first.
 */
function sizeOf(state: CurvePool): bigint {
  if (state.offpegE10 === null) return state.supply;
  return scaled(state).reduce((sum, x) => sum + x, 0n);
}

/** What a coin's balance may grow by to a multiple of the pool's size, in its smallest unit. */
export function mostTaken(state: CurvePool, index: number, action: "swap" | "deposit"): bigint {
  const bySwap = state.offpegE10 === null ? MOST_BY_SWAP : MOST_BY_DYNAMIC_SWAP;
  const most = (action === "swap" ? bySwap : MOST_BY_DEPOSIT) * sizeOf(state);
  const balance = state.balances[index] ?? 0n;
  return max((most * PRECISION) / (state.rates[index] ?? 1n) - balance, 0n);
}

/**
 * Largest input: up to a multiple of the pool's size, or all liquidity; 0 while the pool is killed.
 * Of deposits as much as is sure to find the invariant; 0 where nothing is, in very uneven pools.
 */
export function maxIn(
  state: CurvePool,
  { action, tokenIn, tokenOut }: Edge,
  at: BlockContext,
): bigint {
  if (state.paused) return 0n;
  if (action === "redeem") return mostRedeemed(state, state.coins.indexOf(tokenOut), at);
  const index = state.coins.indexOf(tokenIn);
  const all = mostTaken(state, index, action);
  if (action === "deposit") return mostSteady(state, { index, all }, at);
  return mostSwapped(state, { i: index, j: state.coins.indexOf(tokenOut), all }, at);
}

/**
 * All liquidity; of code with an oracle as much as leaves enough of the coin for a price, and as
 * long as more pays more.
 */
function mostRedeemed(state: CurvePool, i: number, { timestamp }: BlockContext): bigint {
  const { supply } = state;
  if (state.offpegE10 === null) return supply;
  const pool = reservesAt(state, timestamp);
  const amounts = LEFT_BITS.map((bits) => supply - (supply >> bits) - 1n);
  return (
    amounts.find((most) => isRising(most, (amountIn) => removeOneCoin(pool, { i, amountIn }))) ?? 0n
  );
}

/** `all` of a coin; of code with an oracle the most of its halves at which more pays more. */
function mostSwapped(
  state: CurvePool,
  { i, j, all }: { readonly i: number; readonly j: number; readonly all: bigint },
  { timestamp }: BlockContext,
): bigint {
  if (state.offpegE10 === null) return all;
  const pool = reservesAt(state, timestamp);
  if (computeD(scaled(pool), pool.amplification) === null) return 0n;
  for (let most = all; most > 0n; most /= 2n) {
    if (isRising(most, (amountIn) => exchange(pool, { i, j, amountIn }))) return most;
  }
  return 0n;
}

/**
 * Whether an amount is traded, for more than a bit less of it would be: a fee that grows with the
 * distance of coins takes more, at some point, than what is added pays.
 */
export function isRising(
  most: bigint,
  trade: (amountIn: bigint) => Pick<Traded, "amountOut"> | null,
): boolean {
  if (most <= 0n) return false;
  const traded = trade(most);
  if (traded === null || traded.amountOut === 0n) return false;
  const less = trade(most - (most >> RISE_BITS) - 1n);
  return less === null || less.amountOut < traded.amountOut;
}

/**
 * The most of halves of `all` of a coin after whose deposit the invariant can be found for certain.
 */
export function mostSteady(
  state: CurvePool,
  { index, all }: { readonly index: number; readonly all: bigint },
  { timestamp }: BlockContext,
): bigint {
  const amplification = amplificationAt(state, timestamp);
  const isSteadyAfter = (amountIn: bigint): boolean => {
    const balances = state.balances.map((held, i) => (i === index ? held + amountIn : held));
    return isSteady(scaled({ ...state, balances }), amplification);
  };
  if (!isSteadyAfter(0n)) return 0n;
  for (let amountIn = all; amountIn > 0n; amountIn /= 2n) {
    if (isSteadyAfter(amountIn)) return amountIn;
  }
  return 0n;
}
