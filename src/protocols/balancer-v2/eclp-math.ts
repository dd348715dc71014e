import { type Invariant, invariantOf, MAX_INVARIANT } from "./eclp-invariant.ts";
import type { Ellipse, Vector } from "./ellipse.ts";
import { divWadDown, mulWadDown, mulWadUp, ONE } from "./fixed-point.ts";
import {
  divUp,
  divXp,
  mulUp,
  mulXp,
  ONE_XP,
  squareRoot,
  timesXpCeiling,
  timesXpFloor,
} from "./signed-fixed-point.ts";

/** Invariants after joins and exits of single tokens, as parts of that before. */
// https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroECLPMath.sol
export const ECLP_RATIOS = { least: (ONE * 6n) / 10n, most: 5n * ONE };

/** An invariant from above and from below. */
interface Bounds {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * The invariant of a pool; null where the contract refuses.
 *
 * @param balances 18 decimals.
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/GyroECLPPool.sol `computeInvariant`
 */
export function eclpInvariant(
  ellipse: Ellipse,
  balances: readonly bigint[],
  rounding: "down" | "up",
): bigint | null {
  const found = invariantOf(ellipse, balances);
  if (found === null) return null;
  const rounded = rounding === "down" ? found.value - found.error : found.value + found.error;
  return rounded < 0n ? null : rounded;
}

/**
 * The balance of one token with which the invariant is a multiple of what it was, rounded up; null
 * where there is none.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/GyroECLPPool.sol `computeBalance`
 */
export function eclpBalance(
  ellipse: Ellipse,
  balances: readonly bigint[],
  { index, ratioWad }: { readonly index: number; readonly ratioWad: bigint },
): bigint | null {
  const found = invariantOf(ellipse, balances);
  if (found === null || found.value < found.error) return null;
  const over = mulWadUp(found.value + found.error, ratioWad);
  const under = mulWadUp(found.value - found.error, ratioWad);
  if (over > MAX_INVARIANT) return null;
  const other = balances[1 - index] ?? 0n;
  const balance = balanceOpposite(ellipse, { given: 1 - index, balance: other }, { over, under });
  return balance === null || balance < 0n ? null : balance;
}

/**
 * What a swap pays, 18 decimals, rounded down; 0 where rounding takes it all, null where the token
 * that comes in would be more than the ellipse has place for.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/GyroECLPPool.sol `onSwap`
 */
export function eclpOut(
  ellipse: Ellipse,
  balances: readonly bigint[],
  {
    indexIn,
    indexOut,
    amountIn,
  }: { readonly indexIn: number; readonly indexOut: number; readonly amountIn: bigint },
): bigint | null {
  const found = invariantOf(ellipse, balances);
  if (found === null) return null;
  const bounds = boundsInSwap(found);
  const balance = (balances[indexIn] ?? 0n) + amountIn;
  if (balance > mostOf(ellipse, bounds, indexIn)) return null;
  const left = balanceOpposite(ellipse, { given: indexIn, balance }, bounds);
  if (left === null || left < 0n) return null;
  const before = balances[indexOut] ?? 0n;
  return left > before ? 0n : before - left;
}

/** The largest balance of a token, where nothing is left of the other; null without invariant. */
export function eclpMost(
  ellipse: Ellipse,
  balances: readonly bigint[],
  index: number,
): bigint | null {
  const found = invariantOf(ellipse, balances);
  return found === null ? null : mostOf(ellipse, boundsInSwap(found), index);
}

/** Where a pool's balances lie on the unit circle, at any scale, and its invariant, 18 decimals. */
export interface CirclePoint {
  readonly invariant: bigint;
  /** To be multiplied with the stretch. */
  readonly across: bigint;
  readonly along: bigint;
}

/**
 * The point of a pool's balances; null without invariant.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroECLPMath.sol `computePrice`
 */
export function circlePoint(ellipse: Ellipse, balances: readonly bigint[]): CirclePoint | null {
  const found = invariantOf(ellipse, balances);
  if (found === null) return null;
  const bounds = boundsInSwap(found);
  const { c, s, lambda } = ellipse;
  const x = (balances[0] ?? 0n) - offsetOf(ellipse, bounds, 0);
  const y = (balances[1] ?? 0n) - offsetOf(ellipse, bounds, 1);
  return {
    invariant: found.value,
    across: divXp(y * s - x * c, lambda * lambda),
    along: divXp(-x * s - y * c, ONE * ONE),
  };
}

/**
 * The price of the first token in the second, as a ratio of positive numbers of any scale; null
 * without invariant.
 */
export function eclpPrice(
  ellipse: Ellipse,
  balances: readonly bigint[],
): { readonly numerator: bigint; readonly denominator: bigint } | null {
  const point = circlePoint(ellipse, balances);
  if (point === null) return null;
  const { c, s } = ellipse;
  const { across, along } = point;
  return { numerator: along * s + across * c, denominator: along * c - across * s };
}

function boundsInSwap({ value, error }: Invariant): Bounds {
  return { over: value + 2n * error, under: value };
}

/** What each token's axis is to the other's: sine and cosine change places. */
function axisOf({ c, s, tauAlpha, tauBeta }: Ellipse, index: number) {
  return index === 0
    ? { s, c, tau: tauBeta }
    : { s: c, c: s, tau: { x: -tauAlpha.x, y: tauAlpha.y } };
}

/** By how much the ellipse's centre is off the axis of a token, rounded up. */
function offsetOf(ellipse: Ellipse, { over, under }: Bounds, index: number): bigint {
  const { lambda, dSq } = ellipse;
  const { s, c, tau } = axisOf(ellipse, index);
  const ratio = divXp(tau.x, dSq);
  const across =
    tau.x > 0n
      ? timesXpCeiling(mulUp(mulUp(over, lambda), c), ratio)
      : timesXpCeiling(mulWadDown(mulWadDown(under, lambda), c), ratio);
  return across + timesXpCeiling(mulUp(over, s), divXp(tau.y, dSq));
}

/** The largest balance of a token, rounded down. */
function mostOf(ellipse: Ellipse, { over, under }: Bounds, index: number): bigint {
  const { lambda, dSq, tauAlpha, tauBeta } = ellipse;
  const { s, c } = axisOf(ellipse, index);
  const across = divXp(tauBeta.x - tauAlpha.x, dSq);
  const difference = index === 0 ? tauBeta.y - tauAlpha.y : tauAlpha.y - tauBeta.y;
  const along = divXp(difference, dSq);
  const part = along > 0n ? mulWadDown(under, s) : mulUp(over, s);
  return timesXpFloor(mulWadDown(mulWadDown(under, lambda), c), across) + timesXpFloor(part, along);
}

/**
 * The balance of the other token that belongs to one, rounded up; null where the square root
 * fails.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroECLPMath.sol `solveQuadraticSwap`
 */
function balanceOpposite(
  ellipse: Ellipse,
  { given, balance }: { readonly given: number; readonly balance: bigint },
  bounds: Bounds,
): bigint | null {
  const { lambda, dSq } = ellipse;
  const axis = axisOf(ellipse, given);
  const { s, c } = axis;
  const { under } = bounds;
  // 1 - 1/λ², from above and from below.
  const flatOver = ONE_XP - divWadDown(divWadDown(ONE_XP, lambda), lambda);
  const flatUnder = ONE_XP - divUp(divUp(ONE_XP, lambda), lambda);
  const shifted = balance - offsetOf(ellipse, bounds, given);
  const b =
    shifted > 0n
      ? timesXpCeiling(mulWadDown(mulWadDown(-shifted, s), c), divXp(flatUnder, dSq))
      : timesXpCeiling(mulUp(mulUp(-shifted, s), c), divXp(flatOver, dSq) + 1n);
  const restOver = ONE_XP - divXp(mulWadDown(mulWadDown(flatUnder, s), s), dSq);
  const restUnder = ONE_XP - divXp(mulUp(mulUp(flatOver, s), s), dSq + 1n) - 1n;
  const under2 = timesXpFloor(mulWadDown(under, under), restUnder);
  const root = squareRoot(under2 - squareOfShifted(axis, { lambda, dSq, balance }, bounds));
  if (root === null) return null;
  const difference = b - root;
  const solution =
    difference > 0n
      ? timesXpCeiling(difference, divXp(ONE_XP, restUnder) + 1n)
      : timesXpCeiling(difference, divXp(ONE_XP, restOver));
  return solution + offsetOf(ellipse, bounds, 1 - given);
}

/**
 * x'² / λ², rounded up, where x' is a balance from the ellipse's centre.
 *
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/pool-gyro/contracts/lib/GyroECLPMath.sol `calcXpXpDivLambdaLambda`
 */
function squareOfShifted(
  { s, c, tau }: { readonly s: bigint; readonly c: bigint; readonly tau: Vector },
  {
    lambda,
    dSq,
    balance: x,
  }: { readonly lambda: bigint; readonly dSq: bigint; readonly balance: bigint },
  { over, under }: Bounds,
): bigint {
  const d2 = mulXp(dSq, dSq);
  const over2 = mulUp(over, over);
  const product = divXp(mulXp(tau.x, tau.y), d2);
  const mixed =
    product > 0n
      ? timesXpCeiling(mulUp(mulUp(over2, 2n * s), c), product + 7n)
      : timesXpCeiling(mulWadDown(mulWadDown(mulWadDown(under, under), 2n * s), c), product);
  const across =
    tau.x < 0n
      ? timesXpCeiling(mulUp(mulUp(over, x), 2n * c), divXp(-tau.x, dSq) + 3n)
      : timesXpCeiling(mulWadDown(mulWadDown(-under, x), 2n * c), divXp(tau.x, dSq));
  const along2 = timesXpCeiling(mulUp(mulUp(over2, s), s), divXp(mulXp(tau.y, tau.y), d2) + 7n);
  const along = timesXpCeiling(mulWadDown(mulWadDown(-under, x), 2n * s), divXp(tau.y, dSq));
  const perLambda = mixed + across + byLambda(along2 + along + mulUp(x, x), lambda);
  const across2 = timesXpCeiling(mulUp(mulUp(over2, c), c), divXp(mulXp(tau.x, tau.x), d2) + 7n);
  return across2 + byLambda(perLambda, lambda);
}

function byLambda(term: bigint, lambda: bigint): bigint {
  return term > 0n ? divUp(term, lambda) : divWadDown(term, lambda);
}
