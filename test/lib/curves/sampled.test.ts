import { describe, expect, test } from "vitest";
import { sampled } from "../../../src/lib/curves/sampled.ts";

const RESERVE = 10n ** 24n;
const MAX_IN = 10n ** 27n;

/** A constant-product pool with a fee of 0.3 %, in whole units. */
function quote(amountIn: bigint): bigint | null {
  if (amountIn <= 0n || amountIn > MAX_IN) return null;
  const kept = amountIn * 997n;
  return (kept * RESERVE) / (RESERVE * 1_000n + kept);
}

const curve = sampled({ quote, maxIn: MAX_IN, gas: 7 });
const amounts = Array.from({ length: 120 }, (_, i) => 10 ** (4 + i * 0.19));

describe("sampled", () => {
  test("default: within a hundredth of the quotes", () => {
    for (const amountIn of amounts) {
      const exact = Number(quote(BigInt(Math.floor(amountIn))));
      expect(Math.abs(curve.output(amountIn) - exact)).toBeLessThanOrEqual(exact / 100 + 2);
    }
    expect(curve.gas(1)).toBe(7);
  });

  test("behavior: increasing and concave, and nothing beyond the capacity", () => {
    let [output, marginal] = [0, Number.POSITIVE_INFINITY];
    for (const amountIn of amounts) {
      expect(curve.output(amountIn)).toBeGreaterThanOrEqual(output);
      expect(curve.marginal(amountIn)).toBeLessThanOrEqual(marginal);
      expect(curve.curvature(amountIn)).toBeLessThanOrEqual(0);
      output = curve.output(amountIn);
      marginal = curve.marginal(amountIn);
    }
    expect(curve.output(2e27)).toBe(curve.output(curve.capacity));
    expect(curve.marginal(curve.capacity)).toBe(0);
  });

  test("behavior: the inverse leads back to the amount", () => {
    for (const amountIn of amounts.filter((amount) => amount < 1e26)) {
      const back = curve.inputAt(curve.marginal(amountIn));
      expect(Math.abs(back / amountIn - 1)).toBeLessThan(1e-3);
    }
    expect(curve.inputAt(2)).toBe(0);
    expect(curve.inputAt(0)).toBe(curve.capacity);
  });
});
