import { describe, expect, test } from "vitest";
import { rayDivCeil, rayDivFloor } from "../../../src/protocols/aave-v3/ray-math.ts";
import { REVISION } from "../../../src/protocols/aave-v3/revision.ts";
import { roundingOf } from "../../../src/protocols/aave-v3/rounding.ts";
import { createRandom, randomAmount } from "../chain.ts";

const RAY = 10n ** 27n;
const ROUNDS = 2_000;

/** Indices from 1 to 3, and amounts of 1 to 10^24. */
function draws(seed: number) {
  const random = createRandom(seed);
  return Array.from({ length: ROUNDS }, (_, round) => ({
    index: round === 0 ? RAY : RAY + randomAmount(random, 1, 27),
    amount: randomAmount(random, 0, 24) + 1n,
  }));
}

describe.each([0, REVISION.roundsAgainstUsers])("roundingOf revision %s", (revision) => {
  const rounding = roundingOf({ revision });

  test("behavior: the largest amounts are the largest", () => {
    for (const { index, amount } of draws(1)) {
      const scaled = amount;
      const supplied = rounding.largestSupplied(scaled, index);
      expect(rounding.supplied(supplied, index)).toBeLessThanOrEqual(scaled);
      expect(rounding.supplied(supplied + 1n, index)).toBeGreaterThan(scaled);
      const sent = rounding.largestSent(scaled, index);
      expect(rounding.sent(sent, index)).toBeLessThanOrEqual(scaled);
      expect(rounding.sent(sent + 1n, index)).toBeGreaterThan(scaled);
      const most = rounding.largestScaled(amount, index);
      expect(rounding.balance(most, index)).toBeLessThanOrEqual(amount);
      expect(rounding.balance(most + 1n, index)).toBeGreaterThan(amount);
    }
  });

  test("behavior: what a balance is worth names it", () => {
    for (const { index, amount } of draws(2)) {
      expect(rounding.sent(rounding.balance(amount, index), index)).toBe(amount);
    }
  });
});

describe("roundingOf", () => {
  test("default: since version 3.5 nobody gains by rounding", () => {
    const { supplied, sent, balance } = roundingOf({ revision: REVISION.roundsAgainstUsers });
    expect(roundingOf({ revision: 11 })).toBe(roundingOf({ revision: 9 }));
    for (const { index, amount } of draws(3)) {
      expect(supplied(amount, index)).toBe(rayDivFloor(amount, index));
      expect(sent(amount, index)).toBe(rayDivCeil(amount, index));
      expect(balance(supplied(amount, index), index)).toBeLessThanOrEqual(amount);
      expect(balance(sent(amount, index), index)).toBeGreaterThanOrEqual(amount);
    }
  });
});
