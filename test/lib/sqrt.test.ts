import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sqrtDown } from "../../src/lib/sqrt.ts";

describe("sqrtDown", () => {
  test("default", () => {
    expect([0n, 1n, 2n, 3n, 4n, 8n, 9n, 15n, 16n].map(sqrtDown)).toEqual([
      ...[0n, 1n, 1n, 1n, 2n, 2n, 3n, 3n, 4n],
    ]);
  });

  test("behavior: the largest number whose square fits, for numbers of any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.bigInt({ min: 0n }), (bits, low) => {
        const value = (1n << BigInt(bits)) + (low & ((1n << BigInt(bits)) - 1n));
        const root = sqrtDown(value);
        expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
      }),
    );
  });

  test("behavior: squares and their neighbours", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 1n << 300n }), (root) => {
        expect(sqrtDown(root * root)).toBe(root);
        expect(sqrtDown(root * root - 1n)).toBe(root - 1n);
        expect(sqrtDown(root * root + 1n)).toBe(root);
      }),
    );
  });

  test("error: a negative number", () => {
    expect(() => sqrtDown(-1n)).toThrow(RangeError);
  });
});
