import { divUp, PIPS } from "../../lib/math.ts";
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
  getNextSqrtPriceFromInput,
  getNextSqrtPriceFromOutput,
} from "./sqrt-price-math.ts";

/** Where a step starts and what it may use. Prices Q64.96, amounts in the smallest unit. */
export interface StepInput {
  readonly sqrtPriceX96: bigint;
  /** Price not to be passed; names the direction: at or below the current one for token0 in. */
  readonly targetX96: bigint;
  readonly zeroForOne: boolean;
  readonly liquidity: bigint;
  /** At least 1. */
  readonly remaining: bigint;
  /** Hundredths of a basis point. */
  readonly feePips: bigint;
}

/** Result of a step. */
export interface Step {
  readonly sqrtPriceX96: bigint;
  /** Fee included. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/**
 * One step of an exact-input swap: up to the target, or until the input is used up.
 *
 * Where the target is not reached the contract keeps all that remains, input and fee: the fee needs
 * no computing. An input too small for the target never lands on it, because both formulas for the
 * next price round towards the start.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SwapMath.sol#L21
 */
export function computeSwapStepIn(step: StepInput): Step {
  const { sqrtPriceX96, targetX96, zeroForOne, liquidity, remaining, feePips } = step;
  const remainingLessFee = (remaining * (PIPS - feePips)) / PIPS;
  const needed = zeroForOne
    ? amount0DeltaUp(targetX96, sqrtPriceX96, liquidity)
    : amount1DeltaUp(sqrtPriceX96, targetX96, liquidity);
  const reached = remainingLessFee >= needed;
  const next = reached
    ? targetX96
    : getNextSqrtPriceFromInput(sqrtPriceX96, liquidity, remainingLessFee, zeroForOne);
  const amountOut = zeroForOne
    ? amount1DeltaDown(next, sqrtPriceX96, liquidity)
    : amount0DeltaDown(sqrtPriceX96, next, liquidity);
  const amountIn = reached ? needed + divUp(needed * feePips, PIPS - feePips) : remaining;
  return { sqrtPriceX96: next, amountIn, amountOut };
}

/**
 * One step of an exact-output swap: up to the target, or until `remaining` is paid out.
 *
 * @see https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/contracts/libraries/SwapMath.sol#L21
 */
export function computeSwapStepOut(step: StepInput): Step {
  const { sqrtPriceX96, targetX96, zeroForOne, liquidity, remaining, feePips } = step;
  const available = zeroForOne
    ? amount1DeltaDown(targetX96, sqrtPriceX96, liquidity)
    : amount0DeltaDown(sqrtPriceX96, targetX96, liquidity);
  const next =
    remaining >= available
      ? targetX96
      : getNextSqrtPriceFromOutput(sqrtPriceX96, liquidity, remaining, zeroForOne);
  const needed = zeroForOne
    ? amount0DeltaUp(next, sqrtPriceX96, liquidity)
    : amount1DeltaUp(sqrtPriceX96, next, liquidity);
  const paid = zeroForOne
    ? amount1DeltaDown(next, sqrtPriceX96, liquidity)
    : amount0DeltaDown(sqrtPriceX96, next, liquidity);
  return {
    sqrtPriceX96: next,
    amountIn: needed + divUp(needed * feePips, PIPS - feePips),
    amountOut: paid > remaining ? remaining : paid,
  };
}
