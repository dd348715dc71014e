import { expect } from "vitest";
import type { Curve } from "../../../src/lib/curves/curve.ts";
import type { Smooth } from "../../../src/lib/curves/smooth.ts";

/** Ascending amounts from a billionth of an end to just below it. */
export function amountsUpTo(end: number): readonly number[] {
  return Array.from({ length: 40 }, (_, i) => end * 1e-9 ** (1 - (i + 1) / 41));
}

/**
 * Expects the derivatives to be those of the output, by differences over a hundred-thousandth, and
 * both to fall.
 */
export function expectDerivatives(shape: Omit<Smooth, "scale">, amounts: readonly number[]): void {
  let before = shape.marginal(0);
  for (const x of amounts) {
    const step = x / 100_000;
    const slope = (shape.output(x + step) - shape.output(x - step)) / (2 * step);
    const bend = (shape.marginal(x + step) - shape.marginal(x - step)) / (2 * step);
    const marginal = shape.marginal(x);
    const noise = 1e-14 * (shape.output(x) / step);
    expect(Math.abs(slope - marginal), `slope at ${x}`).toBeLessThanOrEqual(
      1e-5 * marginal + noise,
    );
    expect(Math.abs(bend - shape.curvature(x)), `bend at ${x}`).toBeLessThanOrEqual(
      1e-4 * Math.abs(bend) + (1e-9 * marginal) / x,
    );
    expect(marginal, `concave at ${x}`).toBeLessThanOrEqual(before * (1 + 1e-12));
    before = marginal;
  }
}

/** Expects `tradeAt` to say what the other functions of a curve do. */
function expectTrade(curve: Curve, price: number): void {
  const trade = { input: Number.NaN, output: 0, curvature: 0, gas: 0 };
  curve.tradeAt(price, trade);
  expect(trade.input).toBe(curve.inputAt(price));
  expect(trade.output / curve.output(trade.input) || 1).toBeCloseTo(1, 12);
  expect(trade.curvature / curve.curvature(trade.input) || 1).toBeCloseTo(1, 6);
  expect(trade.gas).toBe(curve.gas(trade.input));
}

/**
 * Expects a curve's derivatives to agree and `inputAt` to find each amount by its marginal price.
 */
export function expectConsistent(curve: Curve): void {
  const amounts = amountsUpTo(curve.capacity);
  expectDerivatives(curve, amounts);
  for (const price of [curve.marginal(0) * 2, curve.marginal(0)]) expectTrade(curve, price);
  for (const x of amounts) {
    expectTrade(curve, curve.marginal(x));
    expect(curve.inputAt(curve.marginal(x) * (1 + 1e-9)), `before ${x}`).toBeLessThanOrEqual(x);
    expect(curve.inputAt(curve.marginal(x) * (1 - 1e-9)), `after ${x}`).toBeGreaterThanOrEqual(x);
  }
  expect(curve.inputAt(curve.marginal(0) * 1.01)).toBe(0);
  expect(curve.inputAt(0)).toBe(curve.capacity);
  expect(curve.output(0)).toBe(0);
  expect(curve.output(curve.capacity * 2)).toBe(curve.output(curve.capacity));
  expect(curve.marginal(curve.capacity)).toBe(0);
}
