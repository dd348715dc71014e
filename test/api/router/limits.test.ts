import { describe, expect, test } from "vitest";
import * as limits from "../../../src/api/router/limits.ts";
import { atOnce, type Steps } from "../../../src/lib/steps.ts";

type FindTakers = limits.FindTakers;
const largestAmountIn = (...of: Parameters<typeof limits.largestAmountIn>) =>
  atOnce(limits.largestAmountIn(...of));
const smallestAmountIn = (...of: Parameters<typeof limits.smallestAmountIn>) =>
  atOnce(limits.smallestAmountIn(...of));
const largerAmountIn = (...of: Parameters<typeof limits.largerAmountIn>) =>
  atOnce(limits.largerAmountIn(...of));

/** Takers of what lies within their bounds, both included. */
function takers(...bounds: readonly (readonly [bigint, bigint])[]): FindTakers {
  return function* takersOf(amountIn) {
    yield;
    return bounds
      .map(
        ([least, most]) =>
          (other: bigint) =>
            other >= least && other <= most,
      )
      .filter((takes) => takes(amountIn));
  };
}

describe("largestAmountIn", () => {
  test("default: the largest that any taker takes", () => {
    const found = largestAmountIn(10n ** 30n, takers([1n, 700n], [5n, 10n ** 20n + 7n], [1n, 9n]));
    expect(found).toBe(10n ** 20n + 7n);
  });

  test("behavior: takers that begin where others end are followed", () => {
    expect(largestAmountIn(10_000n, takers([1n, 5_100n], [5_000n, 5_200n], [5_150n, 5_900n]))).toBe(
      5_900n,
    );
  });

  test("behavior: one that all but the amount itself suits", () => {
    expect(largestAmountIn(1_000n, takers([3n, 999n]))).toBe(999n);
  });

  test("behavior: null when nothing is taken", () => {
    expect(largestAmountIn(10n ** 40n, takers())).toBeNull();
    expect(largestAmountIn(1n, takers([1n, 5n]))).toBeNull();
  });

  test("behavior: a way that is hidden at the amount it leads to does not count", () => {
    const hidden: FindTakers = function* takersOf(amountIn) {
      yield;
      return amountIn > 600n ? [] : [(other) => other <= 900n];
    };
    expect(largestAmountIn(1_000n, hidden)).toBe(600n);
  });

  test("behavior: looks at few amounts", () => {
    let looks = 0;
    const all = takers([1n, 3n ** 50n], [7n, 3n ** 60n], [5n, 3n ** 55n]);
    const counted: FindTakers = (amountIn) => {
      looks += 1;
      return all(amountIn);
    };
    expect(largestAmountIn(3n ** 60n + 2n, counted)).toBe(3n ** 60n);
    expect(looks).toBeLessThan(6);
  });

  test("behavior: rests before each look, which is a search", () => {
    const all = takers([1n, 700n], [5n, 9_000n]);
    let [looks, rests] = [0, 0];
    const steps = limits.largestAmountIn(10_000n, (amountIn) => {
      looks += 1;
      expect(rests).toBeGreaterThanOrEqual(looks);
      return all(amountIn);
    });
    while (steps.next().done !== true) rests += 1;
    expect(looks).toBeGreaterThan(1);
  });
});

describe("smallestAmountIn", () => {
  test("default: the smallest that any taker takes", () => {
    const all = takers([800n, 10n ** 9n], [731n, 10n ** 9n]);
    expect(smallestAmountIn(5n, 10n ** 9n, all)).toBe(731n);
  });

  test("behavior: up to the most, and no further", () => {
    expect(smallestAmountIn(5n, 900n, takers([899n, 10_000n]))).toBe(899n);
    expect(smallestAmountIn(5n, 898n, takers([899n, 10_000n]))).toBeNull();
    expect(smallestAmountIn(5n, 0n, takers([6n, 10n]))).toBeNull();
    expect(smallestAmountIn(0n, 900n, takers([1n, 10n]))).toBe(1n);
    expect(smallestAmountIn(0n, 900n, takers([731n, 900n]))).toBe(731n);
  });
});

describe("largerAmountIn", () => {
  const upTo = (limit: bigint) =>
    function* works(amountIn: bigint): Steps<boolean> {
      yield;
      return amountIn <= limit;
    };

  test("default: to a hundred-thousandth", () => {
    for (const limit of [10n ** 12n, 10n ** 15n + 1n, 3n * 10n ** 20n]) {
      const found = largerAmountIn(10n ** 12n, 10n ** 24n, upTo(limit));
      expect(found).toBeLessThanOrEqual(limit);
      expect(found).toBeGreaterThan(limit - limit / 100_000n);
    }
  });

  test("behavior: nearly all that is allowed when all of it works", () => {
    const found = largerAmountIn(10n ** 6n, 10n ** 9n, upTo(10n ** 30n));
    expect(found).toBeLessThanOrEqual(10n ** 9n);
    expect(found).toBeGreaterThan(10n ** 9n - 10n ** 4n);
  });

  test("behavior: what works already when that is the most", () => {
    expect(largerAmountIn(500n, 500n, upTo(10n ** 30n))).toBe(500n);
  });
});
