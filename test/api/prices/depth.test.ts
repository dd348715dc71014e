import { describe, expect, test } from "vitest";
import { depthUsd, lossPpm, MOST_DEPTH_USD } from "../../../src/api/prices/depth.ts";

/** A pool that loses a fee, and as much more as the trade is of its size. */
function pool(sizeUsd: bigint, feePpm = 6_000n) {
  return (usd: bigint) => feePpm + (usd * 1_000_000n) / sizeUsd;
}

describe("depthUsd", () => {
  test("default: where the loss is 5 %", () => {
    for (const size of [40_000n, 123_456n, 5_000_000n, 90_000_000n]) {
      const exact = (size * 44_000n) / 1_000_000n;
      const measured = depthUsd(pool(size)) ?? 0n;
      expect(measured > (exact * 99n) / 100n && measured <= (exact * 101n) / 100n).toBe(true);
    }
  });

  test("behavior: grows with the pool, so that weights follow liquidity", () => {
    let last = 0n;
    for (let size = 30_000n; size < 10n ** 9n; size = (size * 5n) / 4n) {
      const depth = depthUsd(pool(size)) ?? 0n;
      expect(depth >= last).toBe(true);
      last = depth;
    }
  });

  test("behavior: null below 1,000 dollars, for a high fee and for a refused trade", () => {
    expect(depthUsd(pool(22_000n))).toBeNull();
    expect(depthUsd(pool(10n ** 12n, 50_001n))).toBeNull();
    expect(depthUsd(() => null)).toBeNull();
  });

  test("behavior: no more than the largest size", () => {
    expect(depthUsd(() => 0n)).toBe(MOST_DEPTH_USD);
    expect(depthUsd(() => -5n)).toBe(MOST_DEPTH_USD);
  });

  test("behavior: what is refused has no depth, whatever a smaller trade lost", () => {
    expect(depthUsd((usd) => (usd > 20_000n ? null : 0n))).toBe(16_000n);
  });

  test("behavior: at most four sizes are tried", () => {
    for (const size of [1_000n, 40_000n, 1_000_000n, 10n ** 8n, 10n ** 12n]) {
      let tries = 0;
      const loss = pool(size);
      depthUsd((usd) => {
        tries += 1;
        return loss(usd);
      });
      expect(tries).toBeLessThanOrEqual(4);
    }
  });
});

describe("lossPpm", () => {
  test("default", () => {
    expect(lossPpm(5n, 1_000n)).toBe(5_000n);
    expect(lossPpm(5n, 0n)).toBeNull();
  });
});
