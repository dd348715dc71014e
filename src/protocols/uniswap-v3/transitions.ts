import type { Address } from "viem";

/** The part of a pool's row that logs change. */
export interface PoolChange {
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly ticksBlock: number;
  readonly updatedBlock: number;
}

/** The part of a tick's row that logs change. */
export interface TickChange {
  readonly liquidityGross: bigint;
  readonly liquidityNet: bigint;
  readonly updatedBlock: number;
}

/** A position that a log made larger or smaller. */
export interface LiquidityChange {
  readonly tickLower: number;
  readonly tickUpper: number;
  /** Positive for `Mint`, negative for `Burn`, 0 for a `Burn` that only collects fees. */
  readonly liquidityDelta: bigint;
}

/** A pool that was just created: without a price until `Initialize`. */
export function created(block: number): PoolChange {
  return { sqrtPriceX96: 0n, tick: 0, liquidity: 0n, ticksBlock: block, updatedBlock: block };
}

/** `Initialize` sets the price; there is no liquidity yet. */
export function initialized(
  log: { readonly sqrtPriceX96: bigint; readonly tick: number },
  block: number,
): Pick<PoolChange, "sqrtPriceX96" | "tick" | "updatedBlock"> {
  return { sqrtPriceX96: log.sqrtPriceX96, tick: log.tick, updatedBlock: block };
}

/** `Swap` states price, tick and liquidity as they are after it. */
export function swapped(
  log: { readonly sqrtPriceX96: bigint; readonly tick: number; readonly liquidity: bigint },
  block: number,
): Pick<PoolChange, "sqrtPriceX96" | "tick" | "liquidity" | "updatedBlock"> {
  const { sqrtPriceX96, tick, liquidity } = log;
  return { sqrtPriceX96, tick, liquidity, updatedBlock: block };
}

/**
 * The pool after a position changed: its liquidity counts while the price is in [tickLower,
 * tickUpper).
 *
 * @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/UniswapV3Pool.sol#L306 `_modifyPosition`
 */
export function positionChanged(
  pool: Pick<PoolChange, "tick" | "liquidity">,
  { tickLower, tickUpper, liquidityDelta }: LiquidityChange,
  block: number,
): Pick<PoolChange, "liquidity" | "ticksBlock" | "updatedBlock"> {
  const inRange = pool.tick >= tickLower && pool.tick < tickUpper;
  return {
    liquidity: inRange ? pool.liquidity + liquidityDelta : pool.liquidity,
    ticksBlock: block,
    updatedBlock: block,
  };
}

/**
 * A tick at one end of a changed position; null stands for one that was never used.
 *
 * @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/Tick.sol#L110 `update`
 */
export function tickChanged(
  tick: Pick<TickChange, "liquidityGross" | "liquidityNet"> | null,
  { end, liquidityDelta }: { readonly end: "lower" | "upper"; readonly liquidityDelta: bigint },
  block: number,
): TickChange {
  const { liquidityGross, liquidityNet } = tick ?? { liquidityGross: 0n, liquidityNet: 0n };
  return {
    liquidityGross: liquidityGross + liquidityDelta,
    liquidityNet: end === "lower" ? liquidityNet + liquidityDelta : liquidityNet - liquidityDelta,
    updatedBlock: block,
  };
}

/** How a changed position changes the ticks at its two ends, by those. */
export function ticksChanged(
  { tickLower, tickUpper, liquidityDelta }: LiquidityChange,
  block: number,
): readonly {
  readonly tick: number;
  readonly change: (row: Parameters<typeof tickChanged>[0]) => TickChange;
}[] {
  const ends = [
    { end: "lower", tick: tickLower },
    { end: "upper", tick: tickUpper },
  ] as const;
  return ends.map(({ end, tick }) => ({
    tick,
    change: (row: Parameters<typeof tickChanged>[0]) =>
      tickChanged(row, { end, liquidityDelta }, block),
  }));
}

/** Amounts of a `Swap`: positive for what the pool got, negative for what it gave. */
export interface SignedAmounts {
  readonly amount0: bigint;
  readonly amount1: bigint;
}

const PIPS = 1_000_000n;

/**
 * What a `Swap` traded. Steps of a swap round its fee up each: it counts as one here, rounded up
 * once.
 */
export function tradeOf(
  {
    token0,
    token1,
    feePips,
  }: { readonly token0: Address; readonly token1: Address; readonly feePips: number },
  { amount0, amount1 }: SignedAmounts,
): {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly feeIn: bigint;
} {
  const zeroForOne = amount0 > 0n;
  const amountIn = zeroForOne ? amount0 : amount1;
  const feeIn = (amountIn * BigInt(feePips) + PIPS - 1n) / PIPS;
  return zeroForOne
    ? { tokenIn: token0, tokenOut: token1, amountIn, amountOut: -amount1, feeIn }
    : { tokenIn: token1, tokenOut: token0, amountIn, amountOut: -amount0, feeIn };
}
