import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compoundedInterest,
  largestAmount,
  largestScaled,
  linearInterest,
  percentMul,
  RAY,
  rayDiv,
  rayMul,
} from "../../../src/protocols/aave-v3/ray-math.ts";

const YEAR = 31_536_000n;
const anyIndex = fc.bigInt({ min: RAY, max: 5n * RAY });
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 36n });

describe("rayMul", () => {
  test("default: rounds half up", () => {
    expect(rayMul(1n, RAY / 2n - 1n)).toBe(0n);
    expect(rayMul(1n, RAY / 2n)).toBe(1n);
    expect(rayMul(3n, 2n * RAY)).toBe(6n);
  });
});

describe("rayDiv", () => {
  test("default: rounds half up", () => {
    expect(rayDiv(1n, 2n * RAY)).toBe(1n);
    expect(rayDiv(1n, 2n * RAY + 1n)).toBe(0n);
    expect(rayDiv(6n, 2n * RAY)).toBe(3n);
  });

  test("behavior: gives back the scaled units of a balance", () => {
    fc.assert(
      fc.property(anyAmount, anyIndex, (scaled, index) => {
        expect(rayDiv(rayMul(scaled, index), index)).toBe(scaled);
      }),
    );
  });
});

describe("largestScaled", () => {
  test("default: the next one is worth too much", () => {
    fc.assert(
      fc.property(anyAmount, anyIndex, (amount, index) => {
        const scaled = largestScaled(amount, index);
        expect(rayMul(scaled, index)).toBeLessThanOrEqual(amount);
        expect(rayMul(scaled + 1n, index)).toBeGreaterThan(amount);
      }),
    );
  });
});

describe("largestAmount", () => {
  test("default: the next one takes one unit more", () => {
    fc.assert(
      fc.property(anyAmount, anyIndex, (scaled, index) => {
        const amount = largestAmount(scaled, index);
        expect(rayDiv(amount, index)).toBeLessThanOrEqual(scaled);
        expect(rayDiv(amount + 1n, index)).toBeGreaterThan(scaled);
      }),
    );
  });
});

describe("percentMul", () => {
  test("default: rounds half up", () => {
    expect(percentMul(10_000n, 1_234n)).toBe(1_234n);
    expect([49n, 50n].map((value) => percentMul(value, 100n))).toEqual([0n, 1n]);
  });
});

describe("linearInterest", () => {
  test("default", () => {
    expect(linearInterest(RAY / 10n, YEAR)).toBe((RAY * 11n) / 10n);
    expect(linearInterest(RAY / 10n, 0n)).toBe(RAY);
  });
});

describe("compoundedInterest", () => {
  test("default: three terms of the series, at 10 % for a year", () => {
    // The third term loses up to 3 % to the rounding of its per-second rate.
    const factor = Number(compoundedInterest(RAY / 10n, YEAR)) / 1e27;
    expect(factor).toBeCloseTo(1 + 0.1 + 0.1 ** 2 / 2 + 0.1 ** 3 / 6, 4);
  });

  test("behavior: nothing in no time, and the rate alone in a second", () => {
    expect(compoundedInterest(RAY, 0n)).toBe(RAY);
    expect(compoundedInterest(YEAR, 1n)).toBe(RAY + 1n);
  });
});
