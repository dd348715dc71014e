import { type Curve, withTrades } from "./curve.ts";

/**
 * A power of the input. Concave and increasing where `size * exponent * rate > 0` and `rate *
 * (exponent - 1) < 0`.
 */
export interface Power {
  /** Smallest units of tokenOut. */
  readonly size: number;
  /** Per smallest unit of tokenIn; above -1 / capacity. */
  readonly rate: number;
  readonly exponent: number;
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/**
 * out(x) = size * ((1 + rate * x)^exponent - 1): swaps, joins and exits of weighted pools, and adds
 * of one token to a pool that keeps the product.
 */
export function power({ size, rate, exponent, capacity, gas }: Power): Curve {
  const opening = size * exponent * rate;
  const marginal = (x: number): number => opening * Math.exp((exponent - 1) * Math.log1p(rate * x));
  return withTrades({
    capacity,
    gas: () => gas,
    output: (amountIn) =>
      size * Math.expm1(exponent * Math.log1p(rate * Math.min(amountIn, capacity))),
    marginal: (amountIn) => (amountIn >= capacity ? 0 : marginal(amountIn)),
    curvature: (amountIn) =>
      amountIn >= capacity
        ? 0
        : (marginal(amountIn) * (exponent - 1) * rate) / (1 + rate * amountIn),
    inputAt(price) {
      if (!(price > 0)) return capacity;
      if (price >= opening) return 0;
      return Math.min(Math.expm1(Math.log(price / opening) / (exponent - 1)) / rate, capacity);
    },
  });
}
