import { endInside, passRanges } from "./exact-in.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT } from "./tick-table.ts";
import { type SwapPool, startWalk, step, type Way } from "./walk.ts";

/** Parameters of `UniswapV3Pool.swap`. */
export interface SwapRequest {
  readonly zeroForOne: boolean;
  /** Above 0 an exact input, below 0 an exact output, in the smallest unit; not 0. */
  readonly amountSpecified: bigint;
  /** Price not to be passed, Q64.96. */
  readonly sqrtPriceLimitX96: bigint;
}

export type SwapResult =
  | {
      readonly ok: true;
      /**
       * Taken from the caller, fee included; less than an exact input when the limit was reached.
       */
      readonly amountIn: bigint;
      readonly amountOut: bigint;
      readonly sqrtPriceX96: bigint;
      readonly tick: number;
      readonly liquidity: bigint;
      /** Initialised ticks crossed. */
      readonly ticksCrossed: number;
    }
  /** The contract reverts with `SPL`: the limit is behind the price or out of range. */
  | { readonly ok: false; readonly reason: "price-limit" };

/**
 * `UniswapV3Pool.swap`, to the wei.
 *
 * Like the contract it stops at the end of each word of the tick bitmap, where amounts are rounded,
 * except where no liquidity is in range: nothing is rounded there, so it goes to the next
 * initialised tick at once. Of an exact input, ranges that it passes whole are looked up, and where
 * it ends is found without the amounts up to the next stop.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/UniswapV3Pool.sol#L596
 */
export function swap(pool: SwapPool, request: SwapRequest): SwapResult {
  const { zeroForOne, amountSpecified, sqrtPriceLimitX96: limit } = request;
  if (!isLimitAllowed(pool.sqrtPriceX96, request)) return { ok: false, reason: "price-limit" };
  const exactIn = amountSpecified > 0n;
  const walk = startWalk(pool, zeroForOne, exactIn ? amountSpecified : -amountSpecified);
  const way: Way = { zeroForOne, exactIn, limit };
  while (walk.remaining !== 0n && walk.sqrtPriceX96 !== limit) {
    if (exactIn && endInside(pool, walk, way)) break;
    const { ticksCrossed } = walk;
    step(pool, walk, way);
    if (exactIn && walk.ticksCrossed > ticksCrossed) passRanges(pool, walk, way);
  }
  const { amountIn, amountOut, sqrtPriceX96, tick, liquidity, ticksCrossed } = walk;
  return { ok: true, amountIn, amountOut, sqrtPriceX96, tick, liquidity, ticksCrossed };
}

function isLimitAllowed(sqrtPriceX96: bigint, { zeroForOne, sqrtPriceLimitX96 }: SwapRequest) {
  return zeroForOne
    ? sqrtPriceLimitX96 < sqrtPriceX96 && sqrtPriceLimitX96 >= LOWEST_LIMIT
    : sqrtPriceLimitX96 > sqrtPriceX96 && sqrtPriceLimitX96 <= HIGHEST_LIMIT;
}
