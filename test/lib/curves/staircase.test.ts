import { describe, expect, test } from "vitest";
import { staircase } from "../../../src/lib/curves/staircase.ts";
import { expectConsistent } from "./shape.ts";

const gas = (n: number) => 100 + n;

describe("staircase", () => {
  test("default: pays each stretch's rate", () => {
    const stairs = [
      { rate: 2, length: 1e6 },
      { rate: 1.9, length: 1e6 },
    ];
    const curve = staircase({ stairs, capacity: 2e6, gas });
    expect(curve.output(5e5) / 1e6).toBeCloseTo(1, 9);
    expect(curve.output(1.5e6) / 2.95e6).toBeCloseTo(1, 9);
    expect([curve.gas(5e5), curve.gas(1.5e6)]).toEqual([100, 101]);
    expect(curve.inputAt(1.95)).toBe(1e6);
    expect(curve.inputAt(2.1)).toBe(0);
  });

  test("behavior: derivatives and inverse agree", () => {
    expectConsistent(staircase({ stairs: [{ rate: 2, length: 1e21 }], capacity: 9e20, gas }));
  });

  test("behavior: a stretch that pays better is joined with those before it", () => {
    const stairs = [
      { rate: 2, length: 100 },
      { rate: 1, length: 100 },
      { rate: 1.5, length: 300 },
    ];
    const curve = staircase({ stairs, capacity: 500, gas });
    expect(curve.output(500)).toBeCloseTo(750, 6);
    expect(curve.marginal(150)).toBeCloseTo(1.375, 6);
    expect(curve.marginal(450)).toBeCloseTo(1.375, 6);
    expect(curve.gas(150)).toBe(102);
  });

  test("behavior: nothing without a stretch", () => {
    const curve = staircase({ stairs: [], capacity: 0, gas });
    expect([curve.output(1), curve.marginal(0), curve.inputAt(1)]).toEqual([0, 0, 0]);
  });
});
