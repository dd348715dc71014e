import { max, min } from "../../lib/math.ts";
import { sqrtDown } from "../../lib/sqrt.ts";
import { cubeRootDown } from "./cube-root.ts";
import type { SolidlyPool } from "./pool.ts";
import { invariant, WAD } from "./stable-math.ts";
import { BPS, quoteSwap, scaled } from "./swap.ts";

/** Evaluations of a stable pool's curve at most; about six are enough. */
const MAX_STEPS = 24;
/** The search ends when the amount is known to one part in 2^40. */
const PRECISION_BITS = 40n;

/**
 * About what of a deposit to swap so that the rest and what is received are in the ratio of the
 * reserves after the swap, but for rounding.
 *
 * @param amountIn Smallest unit of tokenIn, at least 1.
 * @returns Smallest unit of tokenIn, below `amountIn`.
 */
export function amountToSwap(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  return state.isStable
    ? searchAmount(state, zeroForOne, amountIn)
    : solveAmount(state, zeroForOne, amountIn);
}

/**
 * The positive root of g^2 a^2 + r (1 + g) a - r x = 0 with r: reserve of tokenIn, x: amountIn, g:
 * 1 - fee, a: the part.
 */
function solveAmount(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  const reserve = zeroForOne ? state.reserve0 : state.reserve1;
  const kept = BPS - BigInt(state.feeBps);
  const linear = reserve * (BPS + kept);
  const root = sqrtDown(linear * linear + 4n * kept * kept * reserve * amountIn);
  return ((root - linear) * BPS) / (2n * kept * kept);
}

/**
 * As `solveAmount`, by false position on the contract's own curve; the weight of an end that stays
 * twice is halved.
 */
function searchAmount(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  let [low, high] = [0n, upperBound(state, zeroForOne, amountIn)];
  const precision = high >> PRECISION_BITS;
  let [excess, lack] = [amountIn, amountIn];
  let moved: "low" | "high" | null = null;
  let next = min(firstGuess(state, zeroForOne, amountIn), high - 1n);
  for (let step = 0; step < MAX_STEPS && high - low > precision + 1n; step++) {
    const surplus = surplusOf(state, zeroForOne, { amountIn, toSwap: next });
    if (surplus === 0n) return next;
    if (surplus > 0n) {
      [low, excess, lack] = [next, surplus, moved === "low" ? (lack + 1n) / 2n : lack];
      moved = "low";
    } else {
      [high, lack, excess] = [next, -surplus, moved === "high" ? (excess + 1n) / 2n : excess];
      moved = "high";
    }
    const inside = low + ((high - low) * excess) / (excess + lack);
    next = inside <= low ? low + 1n : inside >= high ? high - 1n : inside;
  }
  return low;
}

/**
 * More than the part can be, so that the search also ends soon where a deposit is many times the
 * pool. With X, Y the reserves after the swap and k = X^3 Y + X Y^3: where Y is at most half of its
 * reserve R before, amountIn is at least R X^4 / 2k; where it is more, X^3 is at most 2k / R.
 */
function upperBound(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  const { unitIn, x, y } = scaled(state, zeroForOne);
  const k = invariant(x, y);
  if (k === null || y === 0n) return amountIn;
  const cubed = (2n * k * WAD * WAD * WAD) / y;
  const largest = max(sqrtDown(sqrtDown((cubed * (amountIn * WAD)) / unitIn)), cubeRootDown(cubed));
  const added = (((largest - x) * unitIn) / WAD) * BPS;
  return min(amountIn, max(added / (BPS - BigInt(state.feeBps)), 0n) + unitIn);
}

/** The part that the other token has of the reserves, as if it traded at par. */
function firstGuess(state: SolidlyPool, zeroForOne: boolean, amountIn: bigint): bigint {
  const [value0, value1] = [state.reserve0 * state.unit1, state.reserve1 * state.unit0];
  const guess = (amountIn * (zeroForOne ? value1 : value0)) / (value0 + value1);
  return guess === 0n ? 1n : guess;
}

/**
 * How much more of tokenIn is kept than fits what the swap pays, smallest unit of tokenIn; negative
 * where less is. Falls as more is swapped.
 */
export function surplusOf(
  state: SolidlyPool,
  zeroForOne: boolean,
  { amountIn, toSwap }: { readonly amountIn: bigint; readonly toSwap: bigint },
): bigint {
  const swapped = quoteSwap(state, zeroForOne, toSwap);
  if (!swapped.ok) return swapped.reason === "amount-too-small" ? amountIn : -amountIn;
  const { reserve0, reserve1 } = swapped.next;
  const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0];
  return amountIn - toSwap - (swapped.amountOut * reserveIn) / reserveOut;
}
