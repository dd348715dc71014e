import { type Curve, withTrades } from "./curve.ts";

/**
 * How much the price falls each time the amount grows by a factor of e. A search by prices needs
 * some slope; a logarithmic one has the same relative resolution at every size, and over all sizes
 * it stays below the accuracy of a curve.
 */
const DECLINE = 1e-11;

/** A fixed rate up to a capacity: wraps, vaults, lending, liquid staking. */
export interface Linear {
  /** Units of tokenOut per unit of tokenIn. */
  readonly rate: number;
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/** out(x) = rate * x, but for a decline of the price by 10^-11 * ln(1 + x). */
export function linear({ rate, capacity, gas }: Linear): Curve {
  return withTrades({
    capacity,
    gas: () => gas,
    output(amountIn) {
      const x = Math.min(amountIn, capacity);
      return rate * (x - DECLINE * ((1 + x) * Math.log1p(x) - x));
    },
    marginal: (amountIn) =>
      amountIn >= capacity ? 0 : rate * (1 - DECLINE * Math.log1p(amountIn)),
    curvature: (amountIn) => (amountIn >= capacity ? 0 : (-rate * DECLINE) / (1 + amountIn)),
    inputAt(price) {
      if (!(price < rate)) return 0;
      return Math.min(Math.expm1((1 - price / rate) / DECLINE), capacity);
    },
  });
}
