import type { Address } from "viem";
import type { SharePrice } from "../growth.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { MINIMUM_LIQUIDITY, maxRedeem, quoteDeposit, quoteRedeem } from "./liquidity.ts";
import { maxSwap, priceOfZero, quoteSwap } from "./swap.ts";

/** State of one stable or volatile pool. */
export interface SolidlyPool extends PoolState {
  readonly address: Address;
  readonly token0: Address;
  readonly token1: Address;
  /** Whether it trades on x^3 y + y^3 x, not on x y. */
  readonly isStable: boolean;
  readonly generation: "v1" | "v2";
  /** 10 to the power of the token's decimals. */
  readonly unit0: bigint;
  readonly unit1: bigint;
  /** Swap fee in basis points, which leaves the reserves. */
  readonly feeBps: number;
  /** Whether the factory has paused all swaps. */
  readonly isPaused: boolean;
  /** Smallest unit of token0. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** Shares, the 1000 that are locked included. */
  readonly totalSupply: bigint;
  /** Adds liquidity; null where none is known, so that the pool itself is paid. */
  readonly router: Address | null;
  /** What a share has earned in fees, compounded, scaled by 10^18: 10^18 before the first trade. */
  readonly feeIndexWad: bigint;
  /** What the yield is measured from; null before the first `Sync`. */
  readonly since: SharePrice | null;
}

/**
 * Both swaps, token0 to token1 first, then both deposits, then both redemptions; none while a
 * reserve is 0.
 */
export function edges(state: SolidlyPool): readonly Edge[] {
  const { address, token0, token1, reserve0, reserve1 } = state;
  if (reserve0 === 0n || reserve1 === 0n || state.totalSupply <= MINIMUM_LIQUIDITY) return [];
  const deposits: readonly Edge[] = [
    { action: "deposit", tokenIn: token0, tokenOut: address },
    { action: "deposit", tokenIn: token1, tokenOut: address },
  ];
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
    ...deposits,
    { action: "redeem", tokenIn: address, tokenOut: token0 },
    { action: "redeem", tokenIn: address, tokenOut: token1 },
  ];
}

/**
 * Smallest unit of tokenIn; 0 while swaps are paused, as every edge swaps. The contracts have no
 * cap: the bounds are those within which their arithmetic cannot overflow and something is left to
 * swap with.
 */
export function maxIn(state: SolidlyPool, edge: Edge): bigint {
  if (state.isPaused || state.reserve0 === 0n || state.reserve1 === 0n) return 0n;
  if (edge.action === "redeem") return maxRedeem(state, edge.tokenOut === state.token0);
  return maxSwap(state, edge.tokenIn === state.token0);
}

/** What the edge's contracts pay, to the wei. */
export function quote(state: SolidlyPool, edge: Edge, amountIn: bigint): Quote<SolidlyPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (state.isPaused) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  switch (edge.action) {
    case "swap":
      return quoteSwap(state, edge.tokenIn === state.token0, amountIn);
    case "deposit":
      return quoteDeposit(state, edge.tokenIn === state.token0, amountIn);
    case "redeem":
      return quoteRedeem(state, edge.tokenOut === state.token0, amountIn);
  }
}

/** Slope of the curve at the reserves; a share is worth its part of both reserves at that price. */
export function spotPrice(state: SolidlyPool, edge: Edge): Ratio {
  const { reserve0, reserve1, totalSupply, token0 } = state;
  const { numerator, denominator } = priceOfZero(state);
  if (edge.action === "swap") {
    return edge.tokenIn === token0
      ? { numerator, denominator }
      : { numerator: denominator, denominator: numerator };
  }
  const isZero = (edge.action === "deposit" ? edge.tokenIn : edge.tokenOut) === token0;
  const scale = isZero ? numerator : denominator;
  const value = reserve0 * numerator + reserve1 * denominator;
  return edge.action === "deposit"
    ? { numerator: totalSupply * scale, denominator: value }
    : { numerator: value, denominator: totalSupply * scale };
}

/** The reserves. Fees that nobody has claimed yet are not among them. */
export function holdings({ token0, token1, reserve0, reserve1 }: SolidlyPool): readonly Holding[] {
  return [
    { token: token0, amount: reserve0 },
    { token: token1, amount: reserve1 },
  ];
}
