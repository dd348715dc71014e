import { sqrtDown } from "../../lib/sqrt.ts";
import type { Ratio } from "../../protocols/protocol.ts";

/**
 * US dollars per smallest unit of a token, as an exact fraction; and how many whole dollars of
 * trades stand behind it.
 */
export interface UsdPrice extends Ratio {
  readonly depthUsd: bigint;
}

/**
 * What one source says of a token's price: dollars per smallest unit, `low` when it is sold and
 * `high` when it is bought; and the largest trade in whole dollars that this holds for.
 */
export interface PriceOffer {
  readonly low: Ratio;
  readonly high: Ratio;
  readonly depthUsd: bigint;
}

/** The larger term of a fraction is cut to this many bits: 60 significant digits. */
const PRECISION_BITS = 200;
/** Bits after the point of weights. */
const WEIGHT_BITS = 256n;

/**
 * One price out of several offers: the weighted median of all their lows, middles and highs. Narrow
 * offers, of pools with low fees, thus count more than wide ones, inside of which any price is as
 * good. Its depth is the sum.
 *
 * Offers with less than a quarter of the weight cannot move it past the middles of the others, with
 * less than half not past their lows and highs. A weight is the geometric mean of the depth in
 * dollars and in tokens. So it is linear in liquidity, the same in one pool as in many; a pool that
 * is moved keeps it; and no price makes it more than what the two sides of the pool are truly
 * worth.
 */
export function medianPrice(offers: readonly PriceOffer[]): UsdPrice | null {
  const points = offers.flatMap((offer) => {
    const weight = weightOf(offer);
    const { low, high } = offer;
    return [low, middle(low, high), high].map((price) => ({ price, weight }));
  });
  points.sort((left, right) => compareRatios(left.price, right.price));
  const total = points.reduce((sum, { weight }) => sum + weight, 0n);
  const depthUsd = offers.reduce((sum, offer) => sum + offer.depthUsd, 0n);
  let passed = 0n;
  let least: Ratio | null = null;
  for (const { price, weight } of points) {
    passed += weight;
    if (2n * passed >= total) least ??= price;
    if (least !== null && 2n * passed > total) {
      return { ...(least === price ? price : middle(least, price)), depthUsd };
    }
  }
  return null;
}

/** Negative, 0 or positive as `left` is the lower, equal or higher. */
export function compareRatios(left: Ratio, right: Ratio): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The fraction with terms of at most 200 bits; neither becomes 0. */
export function reduced({ numerator, denominator }: Ratio): Ratio {
  const bits = Math.max(bitsOf(numerator), bitsOf(denominator));
  const shift = BigInt(Math.max(0, bits - PRECISION_BITS));
  return { numerator: numerator >> shift || 1n, denominator: denominator >> shift || 1n };
}

function weightOf({ low, depthUsd }: PriceOffer): bigint {
  return sqrtDown(((depthUsd * depthUsd * low.denominator) << WEIGHT_BITS) / low.numerator);
}

function middle(left: Ratio, right: Ratio): Ratio {
  return reduced({
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: 2n * left.denominator * right.denominator,
  });
}

function bitsOf(value: bigint): number {
  return 4 * value.toString(16).length;
}
