import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divUp, max, min, mulDivDown, mulDivUp } from "../../src/lib/math.ts";

const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });
const positive = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n });

describe("divUp", () => {
  test("default", () => {
    expect(divUp(7n, 2n)).toBe(4n);
    expect(divUp(6n, 2n)).toBe(3n);
    expect(divUp(0n, 5n)).toBe(0n);
  });

  test("error: RangeError", () => {
    expect(() => divUp(1n, 0n)).toThrow(RangeError);
  });
});

describe("mulDivDown", () => {
  test("default: the largest q with q * denominator <= a * b", () => {
    fc.assert(
      fc.property(uint256, uint256, positive, (a, b, denominator) => {
        const quotient = mulDivDown(a, b, denominator);
        expect(quotient * denominator).toBeLessThanOrEqual(a * b);
        expect((quotient + 1n) * denominator).toBeGreaterThan(a * b);
      }),
    );
  });
});

describe("mulDivUp", () => {
  test("default: the smallest q with q * denominator >= a * b", () => {
    fc.assert(
      fc.property(uint256, uint256, positive, (a, b, denominator) => {
        const quotient = mulDivUp(a, b, denominator);
        expect(quotient * denominator).toBeGreaterThanOrEqual(a * b);
        expect((quotient - 1n) * denominator).toBeLessThan(a * b);
      }),
    );
  });
});

describe("min, max", () => {
  test("default", () => {
    expect(min(1n, 2n)).toBe(1n);
    expect(min(2n, 1n)).toBe(1n);
    expect(max(1n, 2n)).toBe(2n);
    expect(max(2n, 1n)).toBe(2n);
  });
});
