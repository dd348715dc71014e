import { concatHex, hexToBigInt, slice } from "viem";
import { describe, expect, test } from "vitest";
import { readableStep } from "../../../src/api/decode/readable-step.ts";
import { divisionCall, divisorOf, MODEXP_ADDRESS } from "../../../src/api/program/division.ts";
import { createRandom, randomAmount } from "../../protocols/chain.ts";

const WORD = 1n << 256n;

/**
 * What the precompiled contract answers, by EIP-198: for an exponent of 1, the base mod the
 * modulus.
 */
function answered(dividend: bigint, divisor: bigint): { quotient: bigint; remainder: bigint } {
  const { data, splices, outWord } = divisionCall({ out: 2, dividend: 1, divisor });
  const offset = splices[0]?.offset ?? 0;
  const word = (at: number) => (at === offset ? dividend : hexToBigInt(slice(data, at, at + 32)));
  const size = (data.length - 2) / 2;
  const words = Array.from({ length: size / 32 }, (_, i) => word(32 * i));
  const [
    baseSize,
    exponentSize,
    modulusSize,
    high = 0n,
    low = 0n,
    exponent,
    top = 0n,
    bottom = 0n,
  ] = words;
  expect([baseSize, exponentSize, modulusSize, exponent]).toEqual([64n, 32n, 64n, 1n]);
  const answer = (high * WORD + low) % (top * WORD + bottom);
  expect(outWord).toBe(1);
  return { quotient: answer % WORD, remainder: answer / WORD };
}

describe("divisionCall", () => {
  test("default: quotient and remainder of any two numbers", () => {
    const random = createRandom(1);
    const cases: [bigint, bigint][] = [
      [0n, 2n],
      [WORD - 1n, 2n],
      [WORD - 1n, WORD - 1n],
      [WORD - 2n, WORD - 1n],
      [10n ** 24n, 10n ** 12n],
      [10n ** 24n - 1n, 10n ** 12n],
    ];
    for (let i = 0; i < 2_000; i++) {
      cases.push([randomAmount(random, 1, 77), 1n + randomAmount(random, 1, 77)]);
    }
    for (const [dividend, divisor] of cases) {
      const expected = { quotient: dividend / divisor, remainder: dividend % divisor };
      expect(answered(dividend, divisor)).toEqual(expected);
    }
  });

  test("error: what is no divisor", () => {
    for (const divisor of [0n, 1n, WORD]) {
      expect(() => divisionCall({ out: 2, dividend: 1, divisor })).toThrow("divisor");
    }
  });
});

describe("divisorOf", () => {
  const step = divisionCall({ out: 2, dividend: 1, divisor: 10n ** 12n });

  test("default: of a division, and of nothing else", () => {
    expect(divisorOf(step)).toBe(10n ** 12n);
    expect(divisorOf({ ...step, outWord: 0 })).toBeNull();
    expect(divisorOf({ ...step, data: "0x" })).toBeNull();
    expect(divisorOf({ ...step, data: concatHex([slice(step.data, 0, -1), "0x00"]) })).toBeNull();
  });

  test("behavior: a decoded program names the division", () => {
    expect(readableStep(step, null)).toMatchObject({
      target: MODEXP_ADDRESS,
      function: "divide(uint256,uint256)",
      args: [{ name: "dividend" }, { name: "divisor", value: "1000000000000" }],
      splices: [{ register: 1, argument: "dividend" }],
    });
  });
});
