import type { Address } from "viem";
import { rayDiv } from "../aave-v3/ray-math.ts";
import * as plain from "../curve-stableswap/pool.ts";
import { reservesAt } from "../curve-stableswap/reserves.ts";
import type { GrowthWindow } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { isSmall } from "../small.ts";
import {
  afterDeposit,
  afterWithdrawal,
  balancesOf,
  incomeRay,
  poolAt,
  refusesDeposits,
  refusesWithdrawals,
} from "./lending.ts";
import { maxIn } from "./max-in.ts";
import { addCoins, exchange, type Paid, removeOneCoin } from "./trade.ts";

/** State of one pool of aTokens of Aave V2, with what the reserves of its coins say. */
export interface CurveLendingPool extends PoolState, GrowthWindow {
  readonly address: Address;
  /** The liquidity token, 18 decimals. */
  readonly lpToken: Address;
  /** Contract of the market that takes deposits. */
  readonly lendingPool: Address;
  /** What the aTokens stand for, in the pool's order, as all lists. */
  readonly coins: readonly Address[];
  readonly aTokens: readonly Address[];
  /** 10^(36 - decimals) of each coin. */
  readonly rates: readonly bigint[];
  /** aTokens of the pool divided by the index of their reserve. */
  readonly scaledBalances: readonly bigint[];
  /** aTokens of the admin among them, smallest unit. */
  readonly adminBalances: readonly bigint[];
  /** Smallest unit of the liquidity token. */
  readonly supply: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
  readonly adminFeeE10: bigint;
  /** How much the fee grows with the distance of coins, 10^10 is once. */
  readonly offpegE10: bigint;
  /** Amplification times 100; it moves in a line from one time to the other. */
  readonly initialA: bigint;
  readonly futureA: bigint;
  /** Seconds since the epoch. */
  readonly initialATime: bigint;
  readonly futureATime: bigint;
  /** What a scaled unit was worth at the last update of its reserve, in ray. */
  readonly indicesRay: readonly bigint[];
  /** Yearly rates that suppliers earn, in ray, without compounding. */
  readonly liquidityRatesRay: readonly bigint[];
  /** Times of the last updates, seconds since the epoch. */
  readonly accruedAt: readonly bigint[];
  /** What the market can pay out, smallest unit. */
  readonly available: readonly bigint[];
  readonly isActive: readonly boolean[];
  /** Whether the market takes no deposits of a coin. */
  readonly isFrozen: readonly boolean[];
  /** Whether the whole market is stopped. */
  readonly isPaused: boolean;
}

/**
 * Estimates: deposits and withdrawals of Aave V2, some 200,000 each with the bookkeeping of its
 * rewards, besides what the same trades of plain pools cost.
 */
export const GAS: Readonly<Record<Edge["action"], bigint>> = {
  swap: 500_000n,
  deposit: 380_000n,
  redeem: 330_000n,
};

/** As of plain pools; none without liquidity, or where all of a coin is the admin's. */
export function edges(state: CurveLendingPool): readonly Edge[] {
  if (balancesOf(state, null).some((balance) => balance <= 0n)) return [];
  return plain.edges(poolAt(state, null));
}

/** Whether the market takes or pays none of what an edge gives or gets. */
export function isRefused(state: CurveLendingPool, { action, tokenIn, tokenOut }: Edge): boolean {
  const isTaken = action === "redeem" || !refusesDeposits(state, state.coins.indexOf(tokenIn));
  const isPaid = action === "deposit" || !refusesWithdrawals(state, state.coins.indexOf(tokenOut));
  return !isTaken || !isPaid;
}

/** Exact to the wei what the contract pays in the block `at`, interest included. */
export function quote(
  state: CurveLendingPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<CurveLendingPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (isRefused(state, edge)) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge, at)) return { ok: false, reason: "insufficient-liquidity" };
  const traded = trade(state, edge, amountIn, at);
  if (traded !== null) return { ok: true, ...traded, gas: GAS[edge.action] };
  const isEaten =
    isSmall(amountIn, spotPrice(state, edge, at)) || isUncredited(state, edge, amountIn, at);
  return { ok: false, reason: isEaten ? "amount-too-small" : "insufficient-liquidity" };
}

/** Whether an amount is less than half of a unit of the scaled aToken. */
function isUncredited(
  state: CurveLendingPool,
  { action, tokenIn }: Edge,
  amountIn: bigint,
  { timestamp }: BlockContext,
): boolean {
  if (action === "redeem") return false;
  return rayDiv(amountIn, incomeRay(state, state.coins.indexOf(tokenIn), timestamp)) === 0n;
}

/** What a trade pays and leaves; null where the contract or the market reverts. */
export function trade(
  state: CurveLendingPool,
  { action, tokenIn, tokenOut }: Edge,
  amountIn: bigint,
  at: BlockContext,
): { readonly amountOut: bigint; readonly next: CurveLendingPool } | null {
  const reserves = reservesAt(poolAt(state, at.timestamp), at.timestamp);
  if (reserves.balances.some((balance) => balance <= 0n)) return null;
  const [i, j] = [state.coins.indexOf(tokenIn), state.coins.indexOf(tokenOut)];
  switch (action) {
    case "swap": {
      const paid = exchange(reserves, { i, j, amountIn });
      if (paid === null) return null;
      const lent = afterDeposit(charged(state, paid), { i, amount: amountIn }, at);
      return withdrawn(lent, { j, paid }, at);
    }
    case "deposit": {
      const amounts = state.coins.map((_, place) => (place === i ? amountIn : 0n));
      return added(state, amounts, at);
    }
    case "redeem": {
      const paid = removeOneCoin(reserves, { i: j, amountIn });
      if (paid === null) return null;
      return withdrawn({ ...state, supply: state.supply - amountIn }, { j, paid }, at);
    }
  }
}

/** The state with the admin's part of fees. */
function charged(state: CurveLendingPool, { adminFees }: Paid): CurveLendingPool {
  const adminBalances = state.adminBalances.map((held, i) => held + (adminFees[i] ?? 0n));
  return { ...state, adminBalances };
}

function withdrawn(
  state: CurveLendingPool | null,
  { j, paid: { amountOut } }: { readonly j: number; readonly paid: Paid },
  at: BlockContext,
) {
  const next = state === null ? null : afterWithdrawal(state, { i: j, amount: amountOut }, at);
  return next === null ? null : { amountOut, next };
}

/**
 * What liquidity is minted for coins, and the state then; null where the contract or the market
 * reverts.
 *
 * @param amounts By coin; at least one above 0.
 */
export function added(
  state: CurveLendingPool,
  amounts: readonly bigint[],
  at: BlockContext,
): { readonly amountOut: bigint; readonly next: CurveLendingPool } | null {
  const reserves = reservesAt(poolAt(state, at.timestamp), at.timestamp);
  if (reserves.balances.some((balance) => balance <= 0n)) return null;
  const paid = addCoins(reserves, amounts);
  if (paid === null || paid.amountOut === 0n) return null;
  const { amountOut } = paid;
  let next: CurveLendingPool | null = charged({ ...state, supply: state.supply + amountOut }, paid);
  for (const [i, amount] of amounts.entries()) {
    if (amount === 0n) continue;
    next = next === null ? null : afterDeposit(next, { i, amount }, at);
  }
  return next === null ? null : { amountOut, next };
}

/** Marginal price from the derivatives of the invariant, before fees. */
export function spotPrice(state: CurveLendingPool, edge: Edge, at: BlockContext): Ratio {
  return plain.spotPrice(poolAt(state, at.timestamp), edge, at);
}

/** The balances in the block `at`, without the admin's share of fees, as of what is lent out. */
export function holdings(state: CurveLendingPool, at: BlockContext): readonly Holding[] {
  const balances = balancesOf(state, at.timestamp);
  return state.coins.map((token, i) => {
    const amount = balances[i] ?? 0n;
    return { token, amount: amount > 0n ? amount : 0n };
  });
}

/** The liquidity token. */
export function defiTokens({ lpToken, coins, address }: CurveLendingPool): readonly DefiToken[] {
  return [{ address: lpToken, underlyingTokens: coins, primaryAddress: address, exact: true }];
}

/**
 * Yearly growth in percent of the virtual price, which fees and interest raise, over the last
 * indexed day or two.
 */
export function apy(state: CurveLendingPool, key: Address, context: ApyContext): number {
  return plain.apy(poolAt(state, context.at.timestamp), key, context);
}
