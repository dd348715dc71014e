import { describe, expect, test } from "vitest";
import { solidlyJoin } from "../../../src/lib/curves/solidly-join.ts";
import { solidlyExit, solidlySwap } from "../../../src/lib/curves/solidly-stable.ts";
import { amountsUpTo, expectDerivatives } from "./shape.ts";

const pools = [
  { name: "nearly balanced", pool: { x: 3e6, y: 2.5e6, kept: 0.9995 } },
  { name: "balanced", pool: { x: 2e6, y: 2e6, kept: 0.9995 } },
  { name: "imbalanced", pool: { x: 2e4, y: 5e6, kept: 0.9999 } },
];

function invariant(x: number, y: number): number {
  return x * y * (x * x + y * y);
}

describe("solidlySwap", () => {
  test.each(pools)("default: keeps the invariant of a $name pool", ({ pool }) => {
    const { x, y, kept } = pool;
    for (const amountIn of [1e3, 1e6, 1e7]) {
      const left = y - solidlySwap(pool).output(amountIn);
      expect(invariant(x + kept * amountIn, left) / invariant(x, y)).toBeCloseTo(1, 11);
    }
  });

  test.each(pools)("behavior: derivatives of a $name pool agree", ({ pool }) => {
    expectDerivatives(solidlySwap(pool), amountsUpTo(1e8));
  });

  test("behavior: exact for an input far below a float's resolution of the reserves", () => {
    const { output } = solidlySwap({ x: 2e6, y: 2e6, kept: 1 });
    expect(output(1e-18) * 1e18).toBeCloseTo(1, 12);
  });
});

describe("solidlyExit", () => {
  test.each(pools)("default: burns a part of a $name pool and swaps in the rest", ({ pool }) => {
    const { x, y, kept } = pool;
    for (const part of [1e-6, 0.1, 0.9]) {
      const rest = { x: x * (1 - part), y: y * (1 - part), kept };
      const expected = y * part + solidlySwap(rest).output(x * part);
      expect(solidlyExit(pool).output(part) / expected).toBeCloseTo(1, 11);
    }
  });

  test.each(pools)("behavior: derivatives of a $name pool agree", ({ pool }) => {
    expectDerivatives(solidlyExit(pool), amountsUpTo(0.99));
  });
});

describe("solidlyJoin", () => {
  test.each(pools)("default: what is left and paid is in the reserves' ratio: $name", ({
    pool,
  }) => {
    const { x, y, kept } = pool;
    for (const swapped of [1, 1e5, 3e7]) {
      const paid = solidlySwap(pool).output(swapped);
      const part = paid / (y - paid);
      const amountIn = swapped + part * (x + kept * swapped);
      const ratio = solidlyJoin(pool).output(amountIn) / part;
      expect(ratio).toBeLessThanOrEqual(1 + 1e-11);
      // What flattening a convex stretch takes.
      expect(ratio).toBeGreaterThan(1 - 0.01 * (1 - kept));
    }
  });

  test.each(pools)("behavior: concave in a $name pool, and its derivatives agree", ({ pool }) => {
    expectDerivatives(solidlyJoin(pool), amountsUpTo(1e8));
  });
});
