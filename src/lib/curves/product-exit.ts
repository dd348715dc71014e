import { type Curve, withTrades } from "./curve.ts";

/** Shares of a pool whose product is kept, paid in one of its tokens. */
export interface ProductExit {
  /** Of the token that is paid. */
  readonly reserve: number;
  readonly supply: number;
  /** Part of a swap's input that is left after the fee. */
  readonly kept: number;
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/**
 * Burns the part u of the supply and swaps the other token: u of its reserve into what is left of
 * the pool. In all out = reserve * u * (1 + kept - u) / (1 - (1 - kept) * u).
 */
export function productExit({ reserve, supply, kept, capacity, gas }: ProductExit): Curve {
  const fee = 1 - kept;
  const size = reserve / supply;
  const opening = size * (1 + kept);
  return withTrades({
    capacity,
    gas: () => gas,
    output(amountIn) {
      const u = Math.min(amountIn, capacity) / supply;
      return (reserve * u * (1 + kept - u)) / (1 - fee * u);
    },
    marginal(amountIn) {
      if (amountIn >= capacity) return 0;
      const u = amountIn / supply;
      const left = 1 - fee * u;
      return (size * (1 - u) * (1 + kept - fee * u)) / (left * left);
    },
    curvature(amountIn) {
      if (amountIn >= capacity) return 0;
      const left = 1 - (fee * amountIn) / supply;
      return (-2 * kept * kept * (size / supply)) / (left * left * left);
    },
    inputAt(price) {
      if (!(price > 0)) return capacity;
      if (price >= opening) return 0;
      const ratio = price / size;
      const m = (1 + kept - ratio) / (1 - fee * ratio);
      return Math.min((supply * m) / (1 + Math.sqrt(1 - fee * m)), capacity);
    },
  });
}
