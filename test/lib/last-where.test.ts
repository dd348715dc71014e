import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastWhere } from "../../src/lib/last-where.ts";

describe("lastWhere", () => {
  test("default: the largest number of which it is true, whatever the guess", () => {
    const number = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(number, number, number, (last, end, guess) => {
        const below = end > 0n ? end - 1n : 0n;
        const found = lastWhere(end, guess, (at) => at <= last);
        expect(found).toBe(last < below ? last : below);
      }),
    );
  });

  test("behavior: only numbers from 1 to below the end are tried, few of them next to it", () => {
    const tried: bigint[] = [];
    const isTrue = (at: bigint) => tried.push(at) > 0 && at <= 10n ** 20n;
    expect(lastWhere(10n ** 21n, 10n ** 20n - 5n, isTrue)).toBe(10n ** 20n);
    expect(tried.length).toBeLessThan(12);
    expect(lastWhere(1n, 7n, () => true)).toBe(0n);
    expect(lastWhere(8n, 10n ** 9n, (at) => at < 8n)).toBe(7n);
  });
});
