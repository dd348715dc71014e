import { max, min } from "../../lib/math.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { weightedAt } from "./bootstrapping.ts";
import { type Input, invariantAt, outcomeOf } from "./exchange.ts";
import { mulWadDown, ONE } from "./fixed-point.ts";
import { gyroRoom } from "./gyro.ts";
import { END_OF_TIME, openLedger } from "./ledger.ts";
import {
  type BalancerV2Pool,
  downscaledDown,
  factorOf,
  type GyroPool,
  isComposable,
  isFirst,
  isGyro,
  type StablePool,
  scaledBalances,
  type WeightedPool,
} from "./state.ts";
import { withRatesAt } from "./token-rate.ts";
import { MAX_IN_RATIO, MIN_INVARIANT_RATIO } from "./weighted-math.ts";

/** The vault keeps a pool's balance of a token in 112 bits. */
const MAX_BALANCE = (1n << 112n) - 1n;

/**
 * Stable pools take any amount; quotes stop at so many times all balances, far beyond any sensible
 * price.
 */
const STABLE_IN_RATIO = 10n;

/**
 * Part of a stable pool's shares that can be exchanged for one token, in tenths: what is beyond
 * pays next to nothing.
 */
const STABLE_EXIT_TENTHS = 9n;

/**
 * The same of joins and exits of the first version, whose arithmetic often comes to no end with a
 * pool that is very uneven, as they would leave it.
 */
const FIRST_JOIN_RATIO = 1n;
const FIRST_EXIT_TENTHS = 2n;

/** How often an input is halved that a stable pool cannot compute. */
const HALVINGS = 10;

/**
 * The largest input that works, 0 while the pool or the vault is paused, and of deposits in
 * liquidity bootstrapping pools, which their owners alone may make. Swaps in weighted pools
 * end at 30 % of tokenIn's balance after the fee and redemptions where 70 % of the invariant are
 * left; deposits end at the 112 bits of the vault. Stable pools set no limit, so that ten times all
 * balances, or nine tenths of the shares, are this one's own, of joins and exits of the first
 * version all balances, or two tenths; less where it cannot compute what that leaves. Swaps in
 * Gyroscope's pools end a millionth before nothing would be left of tokenOut.
 */
export function maxIn(state: BalancerV2Pool, edge: Edge, at: BlockContext): bigint {
  if (isPaused(state, edge.action, at.timestamp)) return 0n;
  return capacity(withRatesAt(state, at.timestamp), edge, at);
}

/** What could be put in if nothing were paused. */
export function capacity(state: BalancerV2Pool, edge: Edge, at: BlockContext): bigint {
  if (state.supply === 0n || state.balances.includes(0n)) return 0n;
  if (state.kind === "weighted") return weightedCapacity(state, edge);
  if (state.kind === "bootstrapping") {
    return edge.action === "deposit" ? 0n : weightedCapacity(weightedAt(state, at.timestamp), edge);
  }
  if (isGyro(state)) return edge.action === "swap" ? gyroCapacity(state, edge) : 0n;
  const most = stableCapacity(state, edge);
  // What swaps leave is not computed, but the first version may not compute what they find.
  const ends = edge.action === "swap" && isComposable(state);
  return ends ? most : computable(state, edge, { amountIn: most, at });
}

function weightedCapacity(state: WeightedPool, edge: Edge): bigint {
  if (edge.action === "redeem") return redeemable(state);
  const balance = state.balances[state.tokens.indexOf(edge.tokenIn)] ?? 0n;
  const scale = state.scales[state.tokens.indexOf(edge.tokenIn)] ?? 1n;
  const room = MAX_BALANCE - balance;
  if (edge.action === "deposit") return room;
  const afterFee = mulWadDown(balance * scale, MAX_IN_RATIO) / scale;
  return min(room, ((afterFee + 1n) * ONE - 1n) / (ONE - state.swapFeeWad));
}

/** What leaves next to nothing of tokenOut; the fee and the rounding of both come on top. */
function gyroCapacity(state: GyroPool, { tokenIn }: Edge): bigint {
  const index = state.tokens.indexOf(tokenIn);
  const afterFee = (gyroRoom(state, scaledBalances(state), index) * ONE) / factorOf(state, index);
  const room = MAX_BALANCE - (state.balances[index] ?? 0n);
  return max(0n, min(room, (afterFee * ONE) / (ONE - state.swapFeeWad)));
}

function redeemable(state: WeightedPool): bigint {
  const ledger = openLedger(state, END_OF_TIME);
  if (ledger === null) return 0n;
  const least = ((MIN_INVARIANT_RATIO - 1n) * ledger.supply) / ONE + 1n;
  return min(ledger.supply - least, state.supply);
}

function stableCapacity(state: StablePool, { action, tokenIn }: Edge): bigint {
  if (action === "redeem") {
    return (state.supply * (isFirst(state) ? FIRST_EXIT_TENTHS : STABLE_EXIT_TENTHS)) / 10n;
  }
  const index = state.tokens.indexOf(tokenIn);
  const room = MAX_BALANCE - (state.balances[index] ?? 0n);
  const total = scaledBalances(state).reduce((sum, balance) => sum + balance, 0n);
  const ratio = isFirst(state) && action === "deposit" ? FIRST_JOIN_RATIO : STABLE_IN_RATIO;
  return min(room, downscaledDown(state, index, total * ratio));
}

/** An input or the first of its halves that a pool can compute; 0 where it is none of some. */
function computable(state: StablePool, edge: Edge, input: Input): bigint {
  let { amountIn } = input;
  for (let halving = 0; halving <= HALVINGS; halving++) {
    if ((outcomeOf(state, edge, { ...input, amountIn })?.amountOut ?? 0n) > 0n) return amountIn;
    // No input changes what swaps begin with, and that takes long where it comes to no end.
    const isFirstSwap = edge.action === "swap" && halving === 0;
    if (isFirstSwap && invariantAt(state, input.at.timestamp) === null) return 0n;
    amountIn /= 2n;
  }
  return 0n;
}

/**
 * An exit, which in a composable pool is a swap, goes on while the vault is paused, nothing else
 * does; the owner of a liquidity bootstrapping pool may pause its swaps alone. Joins and exits of
 * a weighted pool whose rates are not known are as good as paused: the contract asks for them.
 */
export function isPaused(
  state: BalancerV2Pool,
  action: Edge["action"],
  timestamp: bigint,
): boolean {
  const { pausedUntil, vaultPausedUntil } = state;
  if (state.kind === "bootstrapping" && action === "swap" && !state.swapEnabled) return true;
  if (state.kind === "weighted" && action !== "swap" && !isAccounted(state)) return true;
  const exits = action === "redeem" && !isComposable(state);
  return timestamp <= BigInt(Math.max(pausedUntil, exits ? 0 : vaultPausedUntil));
}

function isAccounted({ yield: earned }: WeightedPool): boolean {
  return earned === null || (earned.athRateProduct > 0n && !earned.rates.includes(0n));
}
