import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareRatios,
  medianPrice,
  type PriceOffer,
  reduced,
} from "../../../src/api/prices/usd-price.ts";
import { dollars } from "./dollars.ts";

const WHOLE = 10n ** 18n;

/** Dollars of a whole token of 18 decimals, a spread around `usd` in percent to each side. */
function offer(usd: number, depthUsd: bigint, spread = 0): PriceOffer {
  const at = (price: number) => ({
    numerator: BigInt(Math.round(price * 1e9)),
    denominator: 10n ** 9n * WHOLE,
  });
  return { low: at(usd * (1 - spread / 100)), high: at(usd * (1 + spread / 100)), depthUsd };
}

describe("reduced", () => {
  test("default: small terms stay as they are", () => {
    expect(reduced({ numerator: 3n, denominator: 7n })).toEqual({ numerator: 3n, denominator: 7n });
  });

  test("behavior: of large ones the larger has 200 bits", () => {
    const [numerator, denominator] = [7n ** 300n, 3n ** 531n];
    const price = reduced({ numerator, denominator });
    expect(price.numerator >> 200n).toBe(0n);
    const difference = price.numerator * denominator - numerator * price.denominator;
    const distance = difference < 0n ? -difference : difference;
    expect(distance * 10n ** 55n < numerator * price.denominator).toBe(true);
  });

  test("behavior: no term becomes 0", () => {
    const tiny = reduced({ numerator: 1n, denominator: 1n << 300n });
    expect(tiny.numerator).toBe(1n);
  });
});

describe("compareRatios", () => {
  test("default: by value, not by terms", () => {
    const [half, two] = [
      { numerator: 1n, denominator: 2n },
      { numerator: 4n, denominator: 2n },
    ];
    expect(compareRatios(half, two)).toBe(-1);
    expect(compareRatios(two, half)).toBe(1);
    expect(compareRatios(two, { numerator: 2n, denominator: 1n })).toBe(0);
  });
});

describe("medianPrice", () => {
  const median = (...offers: readonly PriceOffer[]) => dollars(medianPrice(offers));

  test("default: the middle of one offer; none of none", () => {
    expect(median(offer(10, 1_000n, 1))).toBe(10);
    expect(medianPrice([offer(10, 1_000n, 1)])?.depthUsd).toBe(1_000n);
    expect(medianPrice([])).toBeNull();
  });

  test("behavior: the offer with the most weight; depths add up", () => {
    expect(median(offer(9, 1_000n), offer(10, 5_000n), offer(11, 1_000n))).toBe(10);
    expect(medianPrice([offer(9, 1_000n), offer(10, 5_000n)])?.depthUsd).toBe(6_000n);
  });

  test("behavior: a narrow offer inside a wide one counts more than its depth", () => {
    const wide = offer(10.02, 2_000n, 0.3);
    expect(median(offer(10, 1_000n, 0.05), wide)).toBeLessThan(10.01);
    expect(median(offer(10, 1_000n, 0.3), wide)).toBeGreaterThan(10.01);
  });

  test("behavior: between two halves, the middle", () => {
    // Of the same weight: the dollars grow with the root of the price.
    expect(median(offer(10, 4_000n), offer(40, 8_000n))).toBe(25);
  });

  test("behavior: a moved pool of constant product keeps its weight", () => {
    // Four times the price: twice the dollars, half the tokens.
    const [real, moved] = [offer(10, 10_001n), offer(40, 20_000n)];
    expect(median(real, moved)).toBe(10);
  });

  const made = (most: number) =>
    fc.array(
      fc.record({
        usd: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        tokens: fc.integer({ min: 1, max: 1_000 }),
      }),
      { minLength: 1, maxLength: most },
    );
  /**
   * An offer of the weight `tokens`: so many at a price of 1, fewer and dearer or more and cheaper
   * at another.
   */
  const weighing = ({ usd, tokens }: { usd: number; tokens: number }) =>
    offer(usd, BigInt(Math.round(tokens * 1e6 * Math.sqrt(usd))), 1);
  const weight = (all: readonly { tokens: number }[]) =>
    all.reduce((sum, { tokens }) => sum + tokens, 0);

  test("behavior: less than half of the weight cannot move it past the others, in however many pools", () => {
    fc.assert(
      fc.property(made(8), made(30), (honest, hostile) => {
        fc.pre(weight(hostile) < weight(honest) * 0.99);
        const price = median(...[...hostile, ...honest].map(weighing)) ?? 0;
        const values = honest.map(({ usd }) => usd);
        expect(price).toBeGreaterThanOrEqual(Math.min(...values) * 0.98999);
        expect(price).toBeLessThanOrEqual(Math.max(...values) * 1.01001);
      }),
    );
  });

  test("behavior: less than a quarter does not even move it away from their middles", () => {
    fc.assert(
      fc.property(made(4), made(30), (honest, hostile) => {
        fc.pre(weight(hostile) < (weight(honest) / 3) * 0.99);
        const price = median(...[...hostile, ...honest].map(weighing)) ?? 0;
        const values = honest.map(({ usd }) => usd);
        expect(price).toBeGreaterThanOrEqual(Math.min(...values) * 0.99999);
        expect(price).toBeLessThanOrEqual(Math.max(...values) * 1.00001);
      }),
    );
  });

  test("behavior: neither order nor a split into several changes it", () => {
    fc.assert(
      fc.property(made(8), (offers) => {
        const whole = offers.map(weighing).map((of) => ({ ...of, depthUsd: 2n * of.depthUsd }));
        const halves = whole.map((of) => ({ ...of, depthUsd: of.depthUsd / 2n }));
        const split = median(...halves, ...halves.toReversed()) ?? 0;
        expect(split / (median(...whole) ?? 0)).toBeCloseTo(1, 6);
      }),
    );
  });
});
