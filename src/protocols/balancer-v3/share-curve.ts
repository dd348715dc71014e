import type { Smooth } from "../../lib/curves/smooth.ts";

/**
 * A join of a weighted pool, free of fees: of one token with a weight, the growth of the shares.
 */
export function weightedJoin(balance: number, weight: number): Smooth {
  const marginal = (x: number) => (weight / balance) * (1 + x / balance) ** (weight - 1);
  return {
    scale: balance,
    output: (x) => Math.expm1(weight * Math.log1p(x / balance)),
    marginal,
    curvature: (x) => (marginal(x) * (weight - 1)) / (balance + x),
  };
}

/** An exit of a weighted pool, free of fees: of a part of the shares, what it pays of one token. */
export function weightedExit(balance: number, weight: number): Smooth {
  const power = 1 / weight;
  const marginal = (part: number) => balance * power * (1 - part) ** (power - 1);
  return {
    scale: 1,
    output: (part) => -balance * Math.expm1(power * Math.log1p(-part)),
    marginal,
    curvature: (part) => -(marginal(part) * (power - 1)) / (1 - part),
  };
}

/**
 * A join that pays a fee on what it brings beyond the part by which the shares would grow without
 * one.
 */
export function taxedJoin(free: Smooth, balance: number, fee: number): Smooth {
  const inner = (x: number) => ({
    value: x - fee * (x - balance * free.output(x)),
    slope: 1 - fee * (1 - balance * free.marginal(x)),
    bend: fee * balance * free.curvature(x),
  });
  return {
    scale: free.scale,
    output: (x) => free.output(inner(x).value),
    marginal(x) {
      const { value, slope } = inner(x);
      return free.marginal(value) * slope;
    },
    curvature(x) {
      const { value, slope, bend } = inner(x);
      return free.curvature(value) * slope * slope + free.marginal(value) * bend;
    },
  };
}

/** An exit that pays a fee on what it takes beyond its part of the balance. */
export function taxedExit(free: Smooth, balance: number, fee: number): Smooth {
  return {
    scale: free.scale,
    output: (part) => (1 - fee) * free.output(part) + fee * balance * part,
    marginal: (part) => (1 - fee) * free.marginal(part) + fee * balance,
    curvature: (part) => (1 - fee) * free.curvature(part),
  };
}
