import type { Smooth } from "./smooth.ts";

/**
 * A pool that keeps x^3 y + x y^3, both reserves with the same scale: x of the token that comes in,
 * y of the one that goes out.
 */
export interface SolidlyStable {
  readonly x: number;
  readonly y: number;
  /** Part of a swap's input that is left after the fee, which leaves the pool. */
  readonly kept: number;
}

/** Where a swap without fee leads. */
export interface Reached {
  readonly x: number;
  readonly y: number;
  /** -dy/dx there. */
  readonly slope: number;
  /** d2y/dx2 there, 0 or more. */
  readonly bend: number;
}

/** The real root of y^3 + x^2 y = k / x, and the curve's derivatives, none of which cancels. */
export function reach({ x: x0, y: y0 }: SolidlyStable, added: number): Reached {
  const x = x0 + added;
  const k = x0 * y0 * (x0 * x0 + y0 * y0);
  const third = Math.asinh((1.5 * Math.sqrt(3) * k) / (x * x * x * x)) / 3;
  const y = ((2 * x) / Math.sqrt(3)) * Math.sinh(third);
  const [xx, yy] = [x * x, y * y];
  const sum = xx + 3 * yy;
  const slope = (y * (3 * xx + yy)) / (x * sum);
  const bend = (12 * y * (xx - yy) * (xx - yy) * (xx + yy)) / (xx * sum * sum * sum);
  return { x, y, slope, bend };
}

/**
 * y before less y after, exact for small inputs, too: two steps of Newton's method on the
 * difference itself.
 */
export function paid({ x: x0, y: y0 }: SolidlyStable, added: number, { x, y }: Reached): number {
  const wanted = added * y0 * (y0 * y0 + 3 * x0 * x0 + 3 * x0 * added + added * added);
  let t = y0 - y;
  for (let step = 0; step < 2; step++) {
    const have = t * x * (x * x + 3 * y0 * (y0 - t) + t * t);
    const left = y0 - t;
    t += (wanted - have) / (x * (3 * left * left + x * x));
  }
  return t;
}

/** How much an input takes out. */
export function solidlySwap(pool: SolidlyStable): Smooth {
  const { kept } = pool;
  return {
    scale: pool.x / kept,
    output: (amountIn) => paid(pool, kept * amountIn, reach(pool, kept * amountIn)),
    marginal: (amountIn) => kept * reach(pool, kept * amountIn).slope,
    curvature: (amountIn) => -kept * kept * reach(pool, kept * amountIn).bend,
  };
}

/**
 * Burns the part u of the shares, 0 to 1, and swaps u * x into what is left of the pool. As the
 * curve is homogeneous, out = y * u + (1 - u) * swap(x * u / (1 - u)).
 */
export function solidlyExit(pool: SolidlyStable): Smooth {
  const { x, y, kept } = pool;
  return {
    scale: 1,
    output(part) {
      const added = (kept * x * part) / (1 - part);
      return y * part + (1 - part) * paid(pool, added, reach(pool, added));
    },
    marginal(part) {
      const end = reach(pool, (kept * x * part) / (1 - part));
      return end.y + (kept * x * end.slope) / (1 - part);
    },
    curvature(part) {
      const left = 1 - part;
      const { bend } = reach(pool, (kept * x * part) / left);
      return (-bend * kept * kept * x * x) / (left * left * left);
    },
  };
}
