import { describe, expect, test } from "vitest";
import { annualPercent, observe } from "../../src/protocols/growth.ts";

const DAY = 86_400;

describe("annualPercent", () => {
  test("default: a tenth of a percent a day is 36.5 percent a year", () => {
    const since = { price: 1_000_000n, timestamp: 0 };
    expect(annualPercent(since, { price: 1_001_000n, timestamp: DAY })).toBeCloseTo(36.5, 9);
  });

  test("behavior: a loss is negative", () => {
    const since = { price: 1_000n, timestamp: 0 };
    expect(annualPercent(since, { price: 999n, timestamp: DAY })).toBeCloseTo(-36.5, 9);
  });

  test("behavior: 0 while less than an hour lies between, or without a price", () => {
    const now = { price: 2n, timestamp: 3_599 };
    expect(annualPercent({ price: 1n, timestamp: 0 }, now)).toBe(0);
    expect(annualPercent({ price: 0n, timestamp: 0 }, { ...now, timestamp: DAY })).toBe(0);
  });
});

describe("observe", () => {
  test("default: measures from an observation that is one to two days old", () => {
    let window = observe(null, { price: 100n, timestamp: 0 });
    for (let hour = 1; hour <= 100; hour++) {
      const timestamp = hour * 3_600;
      window = observe(window, { price: 100n + BigInt(hour), timestamp });
      if (timestamp < 2 * DAY) continue;
      const age = timestamp - window.since.timestamp;
      expect(age).toBeGreaterThanOrEqual(DAY);
      expect(age).toBeLessThan(2 * DAY);
    }
  });
});
