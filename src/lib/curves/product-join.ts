import type { Curve } from "./curve.ts";
import { power } from "./power.ts";
import { type Smooth, smooth } from "./smooth.ts";

/** Shares of a pool whose product is kept, bought with one of its tokens. */
export interface ProductJoin {
  /** Of the token that is brought. */
  readonly reserve: number;
  /** Shares before the join and before any that `growthFee` mints. */
  readonly supply: number;
  /** Part of a swap's input that is left after the fee, which stays in the pool. */
  readonly kept: number;
  readonly growthFee: GrowthFee | null;
  readonly capacity: number;
  /** Of the hop. */
  readonly gas: number;
}

/**
 * Shares minted before any others: supply * share * (root - last) / (root * rootWeight + last *
 * rootLastWeight).
 */
export interface GrowthFee {
  readonly share: number;
  readonly rootWeight: number;
  readonly rootLastWeight: number;
  /** Square root of the product when the fee was last minted, as a part of what it is now. */
  readonly last: number;
}

/**
 * Swaps the part a of the reserve and adds the rest: shares = supply * kept * a, where kept * a^2 +
 * (1 + kept) * a is the input as a part of the reserve. A fee on growth raises the supply by what
 * the swap adds to the product.
 */
export function productJoin(pool: ProductJoin): Curve {
  const { reserve, supply, kept, growthFee, capacity, gas } = pool;
  const both = 1 + kept;
  if (growthFee === null) {
    const rate = (4 * kept) / (both * both * reserve);
    return power({ size: (supply * both) / 2, rate, exponent: 0.5, capacity, gas });
  }
  const shape = joinWithFee(kept, growthFee);
  return smooth(shape, { scaleIn: 1 / reserve, scaleOut: supply, capacity, gas });
}

function joinWithFee(kept: number, { share, rootWeight, rootLastWeight, last }: GrowthFee): Smooth {
  const both = 1 + kept;
  const at = (x: number) => {
    const root = Math.sqrt(both * both + 4 * kept * x);
    const a = (2 * x) / (both + root);
    const [end, endKept] = [1 + a, 1 + kept * a];
    // Growth of the root of the product by the swap, with its derivatives by a.
    const grown = Math.sqrt(end / endKept);
    const slope = (1 - kept) / (2 * end * endKept);
    const bend = slope * (slope - 1 / end - kept / endKept);
    const weighed = rootWeight * grown + rootLastWeight * last;
    const scale = (share * last * (rootWeight + rootLastWeight) * grown) / (weighed * weighed);
    const supply = 1 + (share * (grown - last)) / weighed;
    const supplySlope = scale * slope;
    const supplyBend = scale * (bend - (2 * rootWeight * grown * slope * slope) / weighed);
    return {
      root,
      shares: kept * a * supply,
      byPart: kept * (supply + a * supplySlope),
      bendByPart: kept * (2 * supplySlope + a * supplyBend),
    };
  };
  return {
    scale: 1,
    output: (x) => at(x).shares,
    marginal(x) {
      const { root, byPart } = at(x);
      return byPart / root;
    },
    curvature(x) {
      const { root, byPart, bendByPart } = at(x);
      return (bendByPart - (2 * kept * byPart) / root) / (root * root);
    },
  };
}
