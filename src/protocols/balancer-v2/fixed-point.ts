import { divUp } from "../../lib/math.ts";
import { pow } from "./log-exp-math.ts";

/** One, and the scale of every fixed-point number of Balancer: 18 decimals. */
export const ONE = 10n ** 18n;

const TWO = 2n * ONE;
const FOUR = 4n * ONE;

/** Relative error that `pow` may have: 10^-14. */
const MAX_POW_RELATIVE_ERROR = 10_000n;

/**
 * `a * b / 10^18`, rounded down.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/solidity-utils/contracts/math/FixedPoint.sol#L50
 */
export function mulWadDown(a: bigint, b: bigint): bigint {
  return (a * b) / ONE;
}

/** `a * b / 10^18`, rounded up. */
export function mulWadUp(a: bigint, b: bigint): bigint {
  return divUp(a * b, ONE);
}

/** `a * 10^18 / b`, rounded down; b is at least 1. */
export function divWadDown(a: bigint, b: bigint): bigint {
  return (a * ONE) / b;
}

/** `a * 10^18 / b`, rounded up; b is at least 1. */
export function divWadUp(a: bigint, b: bigint): bigint {
  return divUp(a * ONE, b);
}

/** `1 - x`, 0 above 1. */
export function complement(x: bigint): bigint {
  return x < ONE ? ONE - x : 0n;
}

/**
 * `x ^ y`, never above the true value; 0 where the error is larger than the power.
 *
 * @param hasShortcuts Whether powers to 1, 2 and 4 are products; the first pools have none.
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/solidity-utils/contracts/math/FixedPoint.sol#L106
 */
export function powWadDown(x: bigint, y: bigint, hasShortcuts = true): bigint {
  if (!hasShortcuts) return generalDown(x, y);
  if (y === ONE) return x;
  if (y === TWO) return mulWadDown(x, x);
  if (y === FOUR) {
    const square = mulWadDown(x, x);
    return mulWadDown(square, square);
  }
  return generalDown(x, y);
}

/** `x ^ y`, never below the true value. */
export function powWadUp(x: bigint, y: bigint, hasShortcuts = true): bigint {
  if (!hasShortcuts) return generalUp(x, y);
  if (y === ONE) return x;
  if (y === TWO) return mulWadUp(x, x);
  if (y === FOUR) {
    const square = mulWadUp(x, x);
    return mulWadUp(square, square);
  }
  return generalUp(x, y);
}

function generalDown(x: bigint, y: bigint): bigint {
  const raw = pow(x, y);
  const error = mulWadUp(raw, MAX_POW_RELATIVE_ERROR) + 1n;
  return raw < error ? 0n : raw - error;
}

function generalUp(x: bigint, y: bigint): bigint {
  const raw = pow(x, y);
  return raw + mulWadUp(raw, MAX_POW_RELATIVE_ERROR) + 1n;
}
