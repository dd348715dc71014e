import { describe, expect, test } from "vitest";
import { configuredPool } from "../../../src/protocols/curve-stableswap/contracts.ts";
import { computeD, productTerm } from "../../../src/protocols/curve-stableswap/invariant.ts";
import { createRandom, randomAmount } from "../chain.ts";

const LOOP = { dividesAtOnce: false };
const AT_ONCE = { dividesAtOnce: true };

describe("productTerm", () => {
  test("default: rounded as the code divides", () => {
    expect(productTerm([2n, 3n], 7n, LOOP)).toBe(14n);
    expect(productTerm([2n, 3n], 7n, AT_ONCE)).toBe(14n);
    expect(productTerm([3n, 5n], 7n, LOOP)).toBe(5n);
    expect(productTerm([3n, 5n], 11n, LOOP)).toBe(22n);
    expect(productTerm([3n, 5n], 11n, AT_ONCE)).toBe(22n);
  });

  test("behavior: the two ways differ by units", () => {
    const random = createRandom(1);
    let different = 0;
    for (let round = 0; round < 1_000; round++) {
      const xp = [randomAmount(random, 18, 26), randomAmount(random, 18, 26)] as const;
      const d = xp[0] + xp[1];
      const byLoop = productTerm(xp, d, LOOP);
      const atOnce = productTerm(xp, d, AT_ONCE);
      expect(atOnce).toBe((((d * d) / xp[0]) * d) / xp[1] / 4n);
      expect(byLoop).toBe((((d * d) / (xp[0] * 2n)) * d) / (xp[1] * 2n));
      expect(atOnce).toBeGreaterThanOrEqual(byLoop);
      if (atOnce !== byLoop) different += 1;
    }
    expect(different).toBeGreaterThan(0);
  });
});

describe("computeD", () => {
  test("behavior: Arbitrum's pool of two coins divides at once", () => {
    const pool = configuredPool(42161, "0x7f90122bf0700f9e7e1f688fe926940e8839f353");
    expect(pool?.dividesAtOnce).toBe(true);
    const amplification = { a: 200_000n, aPrecision: 100n };
    const xp = [10n ** 24n, 10n ** 24n];
    for (const way of [LOOP, AT_ONCE]) {
      expect(computeD(xp, { ...amplification, ...way })).toBe(2n * 10n ** 24n);
    }
  });
});
