import { describe, expect, test } from "vitest";
import { priceImpactBps } from "../../../src/api/prices/price-impact.ts";
import type { UsdPrice } from "../../../src/api/prices/usd-price.ts";

describe("priceImpactBps", () => {
  const dollar: UsdPrice = { numerator: 1n, denominator: 1n, depthUsd: 1n };
  const half: UsdPrice = { numerator: 1n, denominator: 2n, depthUsd: 1n };

  test("default: lost share of the value, rounded down", () => {
    const impact = priceImpactBps([{ amount: 30_000n, price: dollar }], {
      amount: 29_900n,
      price: dollar,
    });
    expect(impact).toBe(33);
  });

  test("behavior: each side at its own price", () => {
    const impact = priceImpactBps([{ amount: 10_000n, price: dollar }], {
      amount: 19_800n,
      price: half,
    });
    expect(impact).toBe(100);
  });

  test("behavior: of several inputs the whole counts, each at its own price", () => {
    const inputs = [
      { amount: 10_000n, price: dollar },
      { amount: 20_000n, price: half },
      { amount: 3_000n, price: { numerator: 2n, denominator: 3n } },
    ];
    expect(priceImpactBps(inputs, { amount: 21_780n, price: dollar })).toBe(100);
    const unpriced = [...inputs, { amount: 1n, price: null }];
    expect(priceImpactBps(unpriced, { amount: 21_780n, price: dollar })).toBeNull();
  });

  test("behavior: a gain is no impact", () => {
    expect(priceImpactBps([{ amount: 10n, price: dollar }], { amount: 11n, price: dollar })).toBe(
      0,
    );
  });

  test("behavior: null when a price is missing", () => {
    expect(
      priceImpactBps([{ amount: 10n, price: dollar }], { amount: 9n, price: null }),
    ).toBeNull();
    expect(
      priceImpactBps([{ amount: 10n, price: null }], { amount: 9n, price: dollar }),
    ).toBeNull();
  });
});
