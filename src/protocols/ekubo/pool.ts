import type { Address, Hex } from "viem";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { positionAtOrBelow } from "../uniswap-v3/tick-table.ts";
import { amount0DeltaDown, amount1DeltaDown } from "./amounts.ts";
import { toFixed } from "./sqrt-ratio.ts";
import { mostIn, type SwapPool, swapIn } from "./walk.ts";

/** State of one pool of the Core. */
export interface EkuboPool extends PoolState, SwapPool {
  /** Hash of its key. */
  readonly id: Hex;
  readonly core: Address;
  readonly router: Address;
  /** Either may be the native currency, as 0xeeee…. */
  readonly token0: Address;
  readonly token1: Address;
  /** Extension, fee and kind, as the key has them; 32 bytes. */
  readonly config: Hex;
  /** As the contract has it: in range, or of a pool of one range wherever the price is. */
  readonly liquidity: bigint;
  /** Block of the last change of any of the ticks. */
  readonly ticksBlock: number;
}

/**
 * Gas of a hop by the router: swaps of the deployed code without a crossed tick take 61,000, less
 * what a transaction costs by itself, 10,400 for each word; the allowance and the measured gain are
 * ours.
 */
export const GAS_BASE = 85_000;
export const GAS_PER_TICK = 24_000;
const GAS_PER_WORD = 10_000;

/**
 * Both directions, token0 to token1 first. None while the pool has no liquidity in range, where it
 * is not read in every block, or when its ticks do not add up to that: then something of it is not
 * known, and every quote would be wrong.
 */
export function edges(state: EkuboPool): readonly Edge[] {
  if (state.liquidity === 0n || !isUsable(state)) return [];
  const { token0, token1 } = state;
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

/** Largest input that the pool takes in full and that one transaction can swap. */
export function maxIn(state: EkuboPool, edge: Edge): bigint {
  const known = edge.tokenIn === state.token0 ? mostKnown.down : mostKnown.up;
  const found = known.get(state);
  if (found !== undefined) return found;
  const most = isUsable(state) ? mostIn(state, edge.tokenIn !== state.token0) : 0n;
  known.set(state, most);
  return most;
}

/** By state, each direction for itself: a pure function that takes longer than most swaps. */
const mostKnown = {
  down: new WeakMap<EkuboPool, bigint>(),
  up: new WeakMap<EkuboPool, bigint>(),
};

/**
 * Exact-input swap without a limit, as the router has it: an input that the pool would take only in
 * part fails.
 *
 * @param amountIn Smallest unit of tokenIn.
 */
export function quote(state: EkuboPool, edge: Edge, amountIn: bigint): Quote<EkuboPool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (!isUsable(state)) return { ok: false, reason: "insufficient-liquidity" };
  const swapped = swapIn(state, edge.tokenIn !== state.token0, amountIn);
  if (swapped === null) return { ok: false, reason: "insufficient-liquidity" };
  const { walk, amountOut } = swapped;
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const { sqrtRatio, tick, ticksCrossed, words } = walk;
  const liquidity = state.tickSpacing === null ? state.liquidity : walk.liquidity;
  return {
    ok: true,
    amountOut,
    gas: BigInt(GAS_BASE + GAS_PER_TICK * ticksCrossed + GAS_PER_WORD * words),
    next: { ...state, sqrtRatio, tick, liquidity },
  };
}

/** Price at the current tick, exact. */
export function spotPrice(state: EkuboPool, edge: Edge): Ratio {
  const price = toFixed(state.sqrtRatio) ** 2n;
  const one = 1n << 256n;
  return edge.tokenIn === state.token0
    ? { numerator: price, denominator: one }
    : { numerator: one, denominator: price };
}

/** Whether it has a price and ticks that add up to its liquidity. */
export function isUsable({ ticks: table, tick, tickSpacing, liquidity, sqrtRatio }: EkuboPool) {
  if (sqrtRatio === 0n || table.ticks.length === 0 || !table.balanced) return false;
  if (tickSpacing === null) return liquidity > 0n;
  return (table.liquidityAbove[positionAtOrBelow(table, tick)] ?? 0n) === liquidity;
}

/**
 * What all positions would be paid if they left, fees not counted, rounded down once for each pair
 * of neighbouring ticks; unknown where the ticks do not add up.
 */
export function holdings(state: EkuboPool): readonly Holding[] {
  const { token0, token1, ticks: table, tick, liquidity } = state;
  const isEmpty = table.ticks.length === 0 && liquidity === 0n;
  if (!isEmpty && !isUsable(state)) return [];
  const below = positionAtOrBelow(table, tick);
  const [lower, upper] = [table.sqrtRatio[below], table.sqrtRatio[below + 1]];
  const priceX128 = toFixed(state.sqrtRatio);
  const inRange = table.liquidityAbove[below] ?? 0n;
  const [amount0, amount1] = [
    upper === undefined
      ? 0n
      : amount0DeltaDown({ lowerX128: priceX128, upperX128: toFixed(upper), liquidity: inRange }),
    lower === undefined
      ? 0n
      : amount1DeltaDown({ lowerX128: toFixed(lower), upperX128: priceX128, liquidity: inRange }),
  ];
  return [
    { token: token0, amount: amount0 + (table.amount0Above[below + 1] ?? 0n) },
    { token: token1, amount: amount1 + (table.amount1Below[below] ?? 0n) },
  ];
}
