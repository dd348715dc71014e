/** Kept free of what a pool takes, so that rounding never asks for more: a billionth. */
const MARGIN = 1e-9;

/** The capacity of a curve whose quote takes at most `maxIn`. */
export function capacityOf(maxIn: bigint): number {
  return Number(maxIn) * (1 - MARGIN);
}

/** What an edge trades at a price. Mutable: a search fills one record again and again. */
export interface Trade {
  input: number;
  output: number;
  /** Second derivative at the input. */
  curvature: number;
  /** Estimated, for ranking. */
  gas: number;
}

/**
 * Float64 stand-in for the exact quote of one edge: increasing and concave, so that a search can
 * work with marginal prices. It ranks and splits; no number of it is ever reported. Amounts are in
 * the smallest units of the edge's tokens.
 *
 * Within the domain it is off by at most 2 units plus a billionth of the quote, and what a family's
 * contracts lose by rounding, which its own curve states.
 */
export interface Curve {
  /** Largest input, just below `maxIn`; what goes beyond it yields nothing. */
  readonly capacity: number;
  output(amountIn: number): number;
  /** What the next unit yields: the first derivative, from above. */
  marginal(amountIn: number): number;
  /** How fast that falls: the second derivative, from above; 0 or less. */
  curvature(amountIn: number): number;
  /** Gas of the hop, for ranking. */
  gas(amountIn: number): number;
  /** Whether that of the exact quote may be more than `gas` says; absent: it is the same. */
  readonly isGasEstimated?: true;
  /** Largest input up to which every unit yields at least `price`; 0 when the first does not. */
  inputAt(price: number): number;
  /**
   * Fills in what is traded at a price above 0: `inputAt`, and the other functions there. A search
   * spends most of its time here.
   */
  tradeAt(price: number, trade: Trade): void;
}

/** Completes a curve by a `tradeAt` that asks its other functions one by one. */
export function withTrades(curve: Omit<Curve, "tradeAt">): Curve {
  return {
    ...curve,
    tradeAt(price, trade) {
      const input = curve.inputAt(price);
      trade.input = input;
      trade.output = curve.output(input);
      trade.curvature = curve.curvature(input);
      trade.gas = curve.gas(input);
    },
  };
}
