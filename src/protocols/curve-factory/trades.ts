import { type Curve, withTrades } from "../../lib/curves/curve.ts";
import * as ownCurve from "../curve-stableswap/curve.ts";
import * as ownLiquidity from "../curve-stableswap/liquidity.ts";
import * as own from "../curve-stableswap/pool.ts";
import { arriving } from "../lido/share-rate.ts";
import type { BurnQuote } from "../liquidity.ts";
import type { BlockContext, Edge, Quote } from "../protocol.ts";
import { hasAveragedPrice, maxIn } from "./max-in.ts";
import type { CurveFactoryPool } from "./pool.ts";
import { moved, received } from "./share-balance.ts";

/** What stETH's balance and transfer cost more than those of other tokens; an estimate. */
const SHARE_GAS = 35_000n;

/**
 * As of plain pools: exact to the wei. These look at their own limit; beyond that it is what an
 * average needs. Of a coin whose balances are shares it is what arrives by way of an account
 * without it.
 */
export function quote(
  state: CurveFactoryPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<CurveFactoryPool> {
  const isLess = edge.action === "redeem" && state.offpegE10 !== null;
  const isRefused = isLess ? amountIn > maxIn(state, edge, at) : !hasAveragedPrice(state);
  if (amountIn > 0n && isRefused) return { ok: false, reason: "insufficient-liquidity" };
  const found = own.quote(state, edge, amountIn, at);
  const { shareBalance, coins } = state;
  if (shareBalance === undefined || !found.ok) return found;
  const [, coin] = coins;
  const paid = edge.tokenOut === coin ? found.amountOut : 0n;
  const taken = edge.tokenIn === coin ? amountIn : 0n;
  const next = settled(state, found.next, taken - paid);
  const amountOut = paid === 0n ? found.amountOut : received(shareBalance, paid);
  return amountOut === 0n
    ? { ok: false, reason: "amount-too-small" }
    : { ...found, amountOut, gas: found.gas + SHARE_GAS, next };
}

/** As of plain pools: exact to the wei. */
export function mint(
  state: CurveFactoryPool,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<CurveFactoryPool> {
  if (!hasAveragedPrice(state)) return { ok: false, reason: "insufficient-liquidity" };
  const found = ownLiquidity.mint(state, amountsIn, at);
  return found.ok ? { ...found, next: settled(state, found.next, amountsIn[1] ?? 0n) } : found;
}

/**
 * As of plain pools: exact to the wei. Of a coin whose balances are shares it is what arrives at an
 * account without it, which may send it on.
 */
export function burn(state: CurveFactoryPool, amountIn: bigint): BurnQuote<CurveFactoryPool> {
  const found = ownLiquidity.burn(state, amountIn);
  const { shareBalance } = state;
  if (shareBalance === undefined || !found.ok) return found;
  const [first = 0n, second = 0n] = found.amountsOut;
  const amountsOut = [first, arriving(shareBalance, second)];
  if (amountsOut.includes(0n)) return { ok: false, reason: "amount-too-small" };
  return { ...found, amountsOut, next: settled(state, found.next, -second) };
}

/**
 * What a pool is after it was told to take (above 0) or pay an amount of its second coin, where
 * that moves in whole shares.
 */
function settled(
  { balances, shareBalance }: CurveFactoryPool,
  next: CurveFactoryPool,
  amount: bigint,
): CurveFactoryPool {
  if (shareBalance === undefined) return next;
  const [first = 0n, after = 0n] = next.balances;
  const change = moved(shareBalance, { before: balances[1] ?? 0n, after, moved: amount });
  return { ...next, balances: [first, change.balance], shareBalance: change.held };
}

/** As of plain pools, up to what this family takes. */
export function curve(state: CurveFactoryPool, edge: Edge, at: BlockContext): Curve {
  const found = ownCurve.curve(state, edge, at, maxIn(state, edge, at));
  if (state.shareBalance === undefined) return found;
  return withTrades({ ...found, gas: (amountIn) => found.gas(amountIn) + Number(SHARE_GAS) });
}
