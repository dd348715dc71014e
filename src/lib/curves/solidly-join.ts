import { bisect } from "./bisect.ts";
import { flattened } from "./flattened.ts";
import { remembered } from "./remembered.ts";
import type { Smooth } from "./smooth.ts";
import { paid, reach, type SolidlyStable } from "./solidly-stable.ts";

/** Steps at most; about five are enough. */
const MAX_STEPS = 64;
const TOLERANCE = 1e-15;
/**
 * Relative distance of the input from which on a step that does not halve it shows that rounding is
 * all that is left.
 */
const NEAR = 1e-12;
/**
 * How much the price of a flattened stretch falls, relatively: a search by prices needs some slope.
 */
const TILT = 1e-7;

/** A join as a function of what its swap adds to x after the fee. */
interface Joined {
  /** What is brought in all. */
  readonly amountIn: number;
  /** By `added`. */
  readonly inputSlope: number;
  /** New shares as a part of those before, with derivatives by `added`. */
  readonly shares: number;
  readonly sharesSlope: number;
  readonly sharesBend: number;
}

function joined(pool: SolidlyStable, added: number): Joined {
  const end = reach(pool, added);
  const shares = paid(pool, added, end) / end.y;
  const sharesSlope = (pool.y * end.slope) / (end.y * end.y);
  const sharesBend = sharesSlope * ((2 * end.slope) / end.y - end.bend / end.slope);
  return {
    amountIn: added / pool.kept + end.x * shares,
    inputSlope: 1 / pool.kept + shares + end.x * sharesSlope,
    ...{ shares, sharesSlope, sharesBend },
  };
}

/**
 * Swaps a part of the input and adds the rest with what that paid. The output is the new shares as
 * a part of those before, t / y of the reserve y and the payment t after the swap.
 *
 * Near equal reserves, where the curve is almost straight, a larger join swaps a smaller part and
 * so pays less fee: there the shares are convex, by a few hundredths of the fee at most, and the
 * curve is flattened.
 */
export function solidlyJoin(pool: SolidlyStable): Smooth {
  const at = remembered((amountIn): Joined => joined(pool, swapped(pool, amountIn)));
  const shape: Smooth = {
    scale: pool.x,
    output: (amountIn) => at(amountIn).shares,
    marginal: (amountIn) => marginal(at(amountIn)),
    curvature(amountIn) {
      const here = at(amountIn);
      return bendOf(pool, here) / here.inputSlope ** 3;
    },
  };
  const stretch = convexStretch(pool);
  return stretch === null ? shape : flattened(shape, stretch);
}

function marginal({ sharesSlope, inputSlope }: Joined): number {
  return sharesSlope / inputSlope;
}

/** Has the sign of the second derivative of the shares by the input. */
function bendOf({ kept }: SolidlyStable, { shares, sharesSlope, sharesBend }: Joined): number {
  return sharesBend * (1 / kept + shares) - 2 * sharesSlope * sharesSlope;
}

/**
 * From where the shares turn convex to where their price is below what it was there; null where
 * they are concave throughout.
 */
function convexStretch(pool: SolidlyStable) {
  const { x, y } = pool;
  const equal = Math.max(0, ((x * y * (x * x + y * y)) / 2) ** 0.25 - x);
  const isConvex = (added: number): boolean => bendOf(pool, joined(pool, added)) > 0;
  if (!isConvex(equal)) return null;
  const start = joined(pool, isConvex(0) ? 0 : bisect(isConvex, 0, equal));
  const below = marginal(start) * (1 - TILT);
  const isBelow = (added: number): boolean => marginal(joined(pool, added)) < below;
  let far = equal + x / 64;
  while (!isBelow(far)) far *= 2;
  const end = joined(pool, bisect(isBelow, equal, far));
  return { from: start.amountIn, to: end.amountIn };
}

/**
 * What the swap of a join adds, by Newton's method inside a bracket. Its upper end: where y is at
 * most half of what it was, the input is at least y x_after^4 / 2k; where it is more, x_after^3 is
 * at most 2k / y.
 */
function swapped(pool: SolidlyStable, amountIn: number): number {
  const { x, y, kept } = pool;
  const cubed = 2 * x * (x * x + y * y);
  const largest = Math.max((cubed * amountIn) ** 0.25, Math.cbrt(cubed)) - x;
  let low = 0;
  let high = largest > 0 ? Math.min(kept * amountIn, largest) : kept * amountIn;
  let added = high;
  let distance = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MAX_STEPS; step++) {
    const here = joined(pool, added);
    const excess = here.amountIn - amountIn;
    if (distance < NEAR * amountIn && Math.abs(excess) > distance / 2) return added;
    distance = Math.abs(excess);
    if (excess > 0) high = added;
    else low = added;
    const newton = added - excess / here.inputSlope;
    if (Math.abs(newton - added) <= TOLERANCE * added) return newton;
    added = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return added;
}
