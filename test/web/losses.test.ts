import { describe, expect, test } from "vitest";
import { losses } from "../../web/src/views/asset/losses.ts";

const filled = (amountIn: bigint, amountOut: bigint) => ({ amountIn, amountOut });

describe("losses", () => {
  test("default: percent below the best of them", () => {
    const trades = [filled(100n, 200n), filled(1_000n, 1_990n), filled(10_000n, 10_000n)];
    expect(losses(trades)).toEqual([0, 0.5, 50]);
  });

  test("behavior: the best need not be the smallest", () => {
    expect(losses([filled(10n, 9n), filled(100n, 100n)])).toEqual([10, 0]);
  });

  test("behavior: nothing where there was no trade, or nothing was paid", () => {
    expect(losses([null, filled(10n, 10n), null])).toEqual([null, 0, null]);
    expect(losses([null, filled(10n, 0n)])).toEqual([null, null]);
    expect(losses([])).toEqual([]);
  });

  test("behavior: amounts beyond what a double holds", () => {
    const whole = 10n ** 30n;
    expect(losses([filled(whole, whole), filled(whole, whole - whole / 10_000n)])).toEqual([
      0, 0.01,
    ]);
  });
});
