import type { Smooth } from "./smooth.ts";

/**
 * A function without its convex stretch: between `from` and `to`, where the marginal price first
 * rises and then falls to or below what it was, it falls evenly instead. What is beyond pays less
 * by what that takes.
 */
export function flattened(
  shape: Smooth,
  { from, to }: { readonly from: number; readonly to: number },
): Smooth {
  const price = shape.marginal(from);
  const slope = (shape.marginal(to) - price) / (to - from);
  const start = shape.output(from);
  const inside = (x: number): number => start + (x - from) * (price + (slope * (x - from)) / 2);
  const lost = shape.output(to) - inside(to);
  const isInside = (x: number): boolean => x > from && x < to;
  return {
    scale: shape.scale,
    output: (x) => (isInside(x) ? inside(x) : shape.output(x) - (x < to ? 0 : lost)),
    marginal: (x) => (isInside(x) ? price + slope * (x - from) : shape.marginal(x)),
    curvature: (x) => (isInside(x) ? slope : shape.curvature(x)),
  };
}
