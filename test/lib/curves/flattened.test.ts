import { describe, expect, test } from "vitest";
import { flattened } from "../../../src/lib/curves/flattened.ts";
import type { Smooth } from "../../../src/lib/curves/smooth.ts";

/** The price falls, rises from 1 to 2, and falls again: 4 - x + sin(pi x). */
const wavy: Smooth = {
  scale: 1,
  output: (x) => 4 * x - (x * x) / 2 + (1 - Math.cos(Math.PI * x)) / Math.PI,
  marginal: (x) => 4 - x + Math.sin(Math.PI * x),
  curvature: (x) => -1 + Math.PI * Math.cos(Math.PI * x),
};
const stretch = { from: 1.6, to: 3.4 };

describe("flattened", () => {
  const shape = flattened(wavy, stretch);

  test("default: the price falls evenly along the stretch", () => {
    const prices = [1.6, 2.05, 2.5, 2.95, 3.4].map(shape.marginal);
    const steps = prices.slice(1).map((price, i) => price - (prices[i] ?? 0));
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 12);
    expect(steps[0]).toBeLessThan(0);
    expect(shape.curvature(2)).toBeCloseTo((steps[0] ?? 0) / 0.45, 12);
  });

  test("behavior: the output is what the price adds up to", () => {
    expect(shape.output(1)).toBe(wavy.output(1));
    for (const at of [1.6, 3.4]) {
      expect(shape.output(at + 1e-9) - shape.output(at - 1e-9)).toBeCloseTo(0, 7);
    }
    const lost = wavy.output(3.4) - shape.output(3.4);
    expect(wavy.output(4) - shape.output(4)).toBeCloseTo(lost, 12);
  });
});
