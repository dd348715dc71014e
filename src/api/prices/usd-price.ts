/**
 * US dollars per smallest unit of a token, as an exact fraction; and how many whole dollars of trades stand behind it.
 */
export interface UsdPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly depthUsd: bigint;
}

/** Fractions are cut to this many bits, which keeps 60 significant digits. */
const PRECISION_BITS = 200;

/** A price of the value `numerator / denominator`; null where the fraction is 0 after it was cut. */
export function usdPrice(
  { numerator, denominator }: Omit<UsdPrice, "depthUsd">,
  depthUsd: bigint,
): UsdPrice | null {
  const bits = Math.max(bitsOf(numerator), bitsOf(denominator));
  const shift = BigInt(Math.max(0, bits - PRECISION_BITS));
  const [top, bottom] = [numerator >> shift, denominator >> shift];
  return top > 0n && bottom > 0n ? { numerator: top, denominator: bottom, depthUsd } : null;
}

/** Negative, 0 or positive as `left` is the lower, equal or higher price. */
export function comparePrices(left: UsdPrice, right: UsdPrice): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * One price out of several: the median by depth, the lower where two halves meet. Its depth is the sum.
 *
 * A price that has less than half of the depth cannot move the result past the prices of the others. Weights are linear, so that the same
 * liquidity counts the same in one pool as in many.
 */
export function medianPrice(prices: readonly UsdPrice[]): UsdPrice | null {
  const depthUsd = prices.reduce((sum, price) => sum + price.depthUsd, 0n);
  let passed = 0n;
  for (const price of [...prices].sort(comparePrices)) {
    passed += price.depthUsd;
    if (2n * passed >= depthUsd) return { ...price, depthUsd };
  }
  return null;
}

function bitsOf(value: bigint): number {
  return 4 * value.toString(16).length;
}
