import { describe, expect, test } from "vitest";
import { type Smooth, smooth } from "../../../src/lib/curves/smooth.ts";
import { expectConsistent } from "./shape.ts";

/** ln(1 + x). */
const shape: Smooth = {
  scale: 1,
  output: Math.log1p,
  marginal: (x) => 1 / (1 + x),
  curvature: (x) => -1 / (1 + x) ** 2,
};
const units = { scaleIn: 1e-18, scaleOut: 1e6, capacity: 1e22, gas: 1 };

describe("smooth", () => {
  test("default: in the tokens' units", () => {
    const curve = smooth(shape, units);
    expect(curve.output(1e18)).toBeCloseTo(1e6 * Math.LN2, 6);
    expect(curve.marginal(1e18)).toBeCloseTo(0.5e-12, 20);
    expect(curve.inputAt(0.5e-12) / 1e18).toBeCloseTo(1, 12);
  });

  test("behavior: derivatives and inverse agree", () => {
    expectConsistent(smooth(shape, units));
  });

  test("behavior: a straight function keeps some slope and ends at its capacity", () => {
    const straight: Smooth = { scale: 1, output: (x) => x, marginal: () => 1, curvature: () => 0 };
    const curve = smooth(straight, units);
    expect(curve.curvature(1e18)).toBeLessThan(0);
    expect(curve.inputAt(0.99e-12)).toBe(units.capacity);
    expect(curve.inputAt(1.01e-12)).toBe(0);
  });

  test("behavior: without capacity nothing is paid", () => {
    const paused = smooth(shape, { ...units, capacity: 0 });
    expect([paused.output(1), paused.marginal(0), paused.inputAt(1e-20)]).toEqual([0, 0, 0]);
  });
});
