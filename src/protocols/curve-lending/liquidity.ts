import * as plain from "../curve-stableswap/liquidity.ts";
import { mostTaken } from "../curve-stableswap/max-in.ts";
import { removeAllCoins } from "../curve-stableswap/trade.ts";
import type { BurnQuote, Share } from "../liquidity.ts";
import type { BlockContext, Quote } from "../protocol.ts";
import {
  afterWithdrawal,
  balancesOf,
  poolAt,
  refusesDeposits,
  refusesWithdrawals,
} from "./lending.ts";
import { added, type CurveLendingPool, edges, GAS } from "./pool.ts";

/** Estimates: a deposit or withdrawal of Aave V2 for each further coin. */
const COIN_GAS = 250_000n;

/** The liquidity token; a deposit takes any of the coins. */
export function share(state: CurveLendingPool): Share | null {
  return edges(state).length === 0 ? null : plain.share(poolAt(state, null));
}

/** Exact to the wei what the contract mints in the block `at`. */
export function mint(
  state: CurveLendingPool,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<CurveLendingPool> {
  if (amountsIn.some((amount, i) => amount > 0n && refusesDeposits(state, i)))
    return { ok: false, reason: "paused" };
  const pool = poolAt(state, at.timestamp);
  if (amountsIn.some((amount, i) => amount > mostTaken(pool, i, "deposit")))
    return { ok: false, reason: "insufficient-liquidity" };
  const minted = added(state, amountsIn, at);
  if (minted === null) return { ok: false, reason: "amount-too-small" };
  const coins = BigInt(amountsIn.filter((amount) => amount > 0n).length);
  return { ok: true, ...minted, gas: GAS.deposit + COIN_GAS * (coins - 1n) };
}

/** Exact to the wei what the contract pays in the block `at`. */
export function burn(
  state: CurveLendingPool,
  amountIn: bigint,
  at: BlockContext,
): BurnQuote<CurveLendingPool> {
  const { coins, supply } = state;
  if (coins.some((_, i) => refusesWithdrawals(state, i))) return { ok: false, reason: "paused" };
  const balances = balancesOf(state, at.timestamp);
  if (amountIn >= supply || balances.some((balance) => balance <= 0n))
    return { ok: false, reason: "insufficient-liquidity" };
  const amountsOut = removeAllCoins({ balances, supply }, amountIn);
  if (amountsOut.includes(0n)) return { ok: false, reason: "amount-too-small" };
  let next: CurveLendingPool = { ...state, supply: supply - amountIn };
  for (const [i, amount] of amountsOut.entries()) {
    if (amount > (state.available[i] ?? 0n)) return { ok: false, reason: "insufficient-liquidity" };
    const paid = afterWithdrawal(next, { i, amount }, at);
    if (paid === null) return { ok: false, reason: "amount-too-small" };
    next = paid;
  }
  return { ok: true, amountsOut, gas: COIN_GAS * BigInt(coins.length), next };
}
