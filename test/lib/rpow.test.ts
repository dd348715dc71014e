import { describe, expect, test } from "vitest";
import { RAY, rpowRay } from "../../src/lib/rpow.ts";

describe("rpowRay", () => {
  test("default: a published savings rate makes its percentage in a year", () => {
    // https://github.com/sky-ecosystem/stusds/blob/a262fdf86c/test/StUsds-erc4626.t.sol
    const fivePercent = rpowRay(1_000_000_001_547_125_957_863_212_448n, 31_536_000n);
    expect(fivePercent / 10n ** 9n).toBe(1_050_000_000_000_000_000n - 1n);
  });

  test("behavior: powers of nothing, of one, and to 0 and 1", () => {
    expect(rpowRay(0n, 0n)).toBe(RAY);
    expect(rpowRay(0n, 5n)).toBe(0n);
    expect(rpowRay(RAY, 10n ** 9n)).toBe(RAY);
    expect(rpowRay(2n * RAY, 0n)).toBe(RAY);
    expect(rpowRay(2n * RAY, 1n)).toBe(2n * RAY);
    expect(rpowRay(2n * RAY, 10n)).toBe(1024n * RAY);
  });

  test("behavior: products are rounded half up", () => {
    // (10^27 + 1)^2 / 10^27 = 10^27 + 2 + 10^-27; (10^27 + 5 * 10^13)^2 adds 2.5.
    expect(rpowRay(RAY + 1n, 2n)).toBe(RAY + 2n);
    expect(rpowRay(RAY + 5n * 10n ** 13n, 2n)).toBe(RAY + 10n ** 14n + 3n);
  });
});
