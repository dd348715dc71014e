import type { Curve } from "./curve.ts";

/** Reserves of a pool whose product is kept, in the direction of the trade. */
export interface ConstantProduct {
  readonly reserveIn: number;
  readonly reserveOut: number;
  /** Part of the input that is left after the fee, e.g. 0.997. */
  readonly kept: number;
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/** out(x) = reserveOut * kept * x / (reserveIn + kept * x). */
export function constantProduct(pool: ConstantProduct): Curve {
  const { reserveIn, reserveOut, kept, capacity } = pool;
  const marginal = (x: number): number => {
    const after = reserveIn + kept * x;
    return (reserveOut * kept * reserveIn) / (after * after);
  };
  return {
    capacity,
    output(amountIn) {
      const x = kept * Math.min(amountIn, capacity);
      return (reserveOut * x) / (reserveIn + x);
    },
    marginal: (amountIn) => (amountIn >= capacity ? 0 : marginal(amountIn)),
    curvature: (amountIn) =>
      amountIn >= capacity ? 0 : (-2 * kept * marginal(amountIn)) / (reserveIn + kept * amountIn),
    gas: () => pool.gas,
    inputAt(price) {
      if (!(price > 0)) return capacity;
      const x = (Math.sqrt((reserveOut * kept * reserveIn) / price) - reserveIn) / kept;
      return x <= 0 ? 0 : Math.min(x, capacity);
    },
  };
}
