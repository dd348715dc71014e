import { describe, expect, test } from "vitest";
import {
  calculateInvariant,
  invariantDown,
  invariantUp,
} from "../../../src/protocols/balancer-v2/stable-invariant.ts";

const E18 = 10n ** 18n;
const balances = [1_234_567n * E18 + 89n, 987_654n * E18 + 1n, 1_111_111n * E18 + 7n];

describe("invariantUp", () => {
  test("default: no less than down, and near that of later versions", () => {
    for (const amp of [1_000n, 50_000n, 1_472_000n, 5_000_000n]) {
      const later = calculateInvariant(amp, balances) ?? 0n;
      const [up = 0n, down = 0n] = [
        invariantUp(amp, balances, 1),
        invariantDown(amp, balances, 1),
      ].map((invariant) => invariant ?? 0n);
      expect(up).toBeGreaterThanOrEqual(down);
      expect(up - later).toBeLessThan(10n ** 6n);
      expect(later - down).toBeLessThan(10n ** 6n);
      expect(invariantUp(amp, balances, 3)).toBe(later);
      expect(invariantDown(amp, balances, 3)).toBe(later);
    }
  });

  test("error: none where a balance is 0, or it does not converge", () => {
    for (const version of [1, 3] as const)
      expect(invariantUp(1_000n, [0n, E18], version)).toBeNull();
    expect(invariantUp(50_000n, [84_219_487_000n, 27_325_011n * 10n ** 9n], 1)).toBeNull();
  });
});
