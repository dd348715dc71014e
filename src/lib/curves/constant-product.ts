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
  const { reserveIn, reserveOut, kept, capacity, gas } = pool;
  /** Marginal price times the square of the reserve after the trade. */
  const factor = reserveOut * kept * reserveIn;
  const output = (amountIn: number): number => {
    const x = kept * Math.min(amountIn, capacity);
    return (reserveOut * x) / (reserveIn + x);
  };
  const marginal = (amountIn: number): number => {
    if (amountIn >= capacity) return 0;
    const after = reserveIn + kept * amountIn;
    return factor / (after * after);
  };
  const curvature = (amountIn: number): number =>
    amountIn >= capacity ? 0 : (-2 * kept * marginal(amountIn)) / (reserveIn + kept * amountIn);
  const inputAt = (price: number): number => {
    const x = (Math.sqrt(factor / Math.max(price, 0)) - reserveIn) / kept;
    return x <= 0 ? 0 : Math.min(x, capacity);
  };
  return {
    ...{ capacity, output, marginal, curvature, inputAt, gas: () => gas },
    tradeAt(price, trade) {
      const x = inputAt(price);
      trade.input = x;
      trade.output = output(x);
      trade.curvature = curvature(x);
      trade.gas = gas;
    },
  };
}
