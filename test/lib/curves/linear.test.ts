import { describe, expect, test } from "vitest";
import { linear } from "../../../src/lib/curves/linear.ts";
import { amountsUpTo } from "./shape.ts";

const curve = linear({ rate: 1.25, capacity: 1e30, gas: 1 });

describe("linear", () => {
  test("default: a fixed rate to a billionth", () => {
    for (const x of amountsUpTo(1e30))
      expect(Math.abs(curve.output(x) / (1.25 * x) - 1)).toBeLessThan(1e-9);
  });

  test("behavior: nothing beyond the capacity", () => {
    expect(curve.output(2e30)).toBe(curve.output(1e30));
    expect(curve.marginal(1e30)).toBe(0);
    expect(curve.inputAt(1.2)).toBe(1e30);
  });

  test("behavior: the price falls by a hair, so that it has an inverse", () => {
    let before = curve.marginal(0);
    for (const x of amountsUpTo(1e30)) {
      expect(curve.marginal(x)).toBeLessThan(before);
      expect(Math.abs(Math.log(curve.inputAt(curve.marginal(x)) / x))).toBeLessThan(1e-3);
      before = curve.marginal(x);
    }
    expect(curve.inputAt(1.25)).toBe(0);
  });

  test("behavior: without capacity nothing is paid", () => {
    const paused = linear({ rate: 1, capacity: 0, gas: 1 });
    expect([paused.output(1), paused.marginal(0), paused.inputAt(0.5)]).toEqual([0, 0, 0]);
  });
});
