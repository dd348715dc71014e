import { constantProduct } from "./constant-product.ts";
import type { Curve } from "./curve.ts";

/**
 * How much deeper than its capacity a linear edge is made to look: its price falls by a ten-billionth up to there. Newton's method
 * needs a slope; this one is below the accuracy of a curve.
 */
const VIRTUAL_DEPTH = 2e10;
/** Where there is no limit that matters: more than any token's supply. */
const UNLIMITED = 1e45;

/** A fixed rate up to a capacity: wraps, vaults, lending, liquid staking. `rate` in tokenOut per tokenIn, smallest units. */
export function linear({
  rate,
  capacity,
}: {
  readonly rate: number;
  readonly capacity: number;
}): Curve {
  const reserveIn = Math.min(capacity, UNLIMITED) * VIRTUAL_DEPTH;
  return constantProduct({ reserveIn, reserveOut: reserveIn * rate, kept: 1, capacity });
}
