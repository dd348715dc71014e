import { describe, expect, test } from "vitest";
import { constantProduct } from "../../../src/lib/curves/constant-product.ts";
import { power } from "../../../src/lib/curves/power.ts";
import { amountsUpTo, expectConsistent } from "./shape.ts";

const bounds = { capacity: 1e24, gas: 1 };

describe("power", () => {
  test("default: the power -1 is a constant product", () => {
    const reserves = { reserveIn: 3e23, reserveOut: 1e12 };
    const product = constantProduct({ ...reserves, kept: 1, ...bounds });
    const curve = power({ size: -1e12, rate: 1 / 3e23, exponent: -1, ...bounds });
    for (const x of amountsUpTo(bounds.capacity)) {
      expect(curve.output(x) / product.output(x)).toBeCloseTo(1, 12);
      expect(curve.marginal(x) / product.marginal(x)).toBeCloseTo(1, 12);
      expect(curve.curvature(x) / product.curvature(x)).toBeCloseTo(1, 12);
    }
  });

  test.each([
    ["a swap", { size: -1e24, rate: 1 / 1e22, exponent: -4 }],
    ["a join", { size: 1e18, rate: 1 / 1e22, exponent: 0.2 }],
    ["an exit", { size: -1e24, rate: -0.9 / 1e24, exponent: 5 }],
  ])("behavior: derivatives and inverse of %s agree", (_, shape) => {
    expectConsistent(power({ ...shape, ...bounds }));
  });
});
