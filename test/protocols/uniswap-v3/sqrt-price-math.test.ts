import { describe, expect, test } from "vitest";
import {
  amount0DeltaDown,
  amount0DeltaUp,
  amount1DeltaDown,
  amount1DeltaUp,
  getNextSqrtPriceFromInput,
  getNextSqrtPriceFromOutput,
} from "../../../src/protocols/uniswap-v3/sqrt-price-math.ts";

// Numbers of https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/test/SqrtPriceMath.spec.ts

const ONE = 10n ** 18n;
const TENTH = 10n ** 17n;
const PAR = 1n << 96n;
/** Square root of 1.21. */
const HIGHER = 87150978765690771352898345369n;

describe("amount0DeltaUp, amount0DeltaDown", () => {
  test("default", () => {
    expect(amount0DeltaUp(PAR, HIGHER, ONE)).toBe(90909090909090910n);
    expect(amount0DeltaDown(PAR, HIGHER, ONE)).toBe(90909090909090909n);
  });

  test("behavior: 0 without liquidity or between equal prices", () => {
    expect(amount0DeltaUp(PAR, HIGHER, 0n)).toBe(0n);
    expect(amount0DeltaUp(PAR, PAR, ONE)).toBe(0n);
  });
});

describe("amount1DeltaUp, amount1DeltaDown", () => {
  test("default", () => {
    expect(amount1DeltaUp(PAR, HIGHER, ONE)).toBe(100000000000000000n);
    expect(amount1DeltaDown(PAR, HIGHER, ONE)).toBe(99999999999999999n);
  });

  test("behavior: 0 without liquidity or between equal prices", () => {
    expect(amount1DeltaUp(PAR, HIGHER, 0n)).toBe(0n);
    expect(amount1DeltaUp(PAR, PAR, ONE)).toBe(0n);
  });
});

describe("getNextSqrtPriceFromInput", () => {
  test("default", () => {
    expect(getNextSqrtPriceFromInput(PAR, ONE, TENTH, false)).toBe(87150978765690771352898345369n);
    expect(getNextSqrtPriceFromInput(PAR, ONE, TENTH, true)).toBe(72025602285694852357767227579n);
    expect(getNextSqrtPriceFromInput(PAR, 10n * ONE, 1n << 100n, true)).toBe(624999999995069620n);
  });

  test("behavior: no input, no change", () => {
    expect(getNextSqrtPriceFromInput(PAR, TENTH, 0n, true)).toBe(PAR);
    expect(getNextSqrtPriceFromInput(PAR, TENTH, 0n, false)).toBe(PAR);
  });

  test("behavior: the less precise formula where the product passes 256 bits", () => {
    const sqrtPriceX96 = (1n << 160n) - 1n;
    const liquidity = (1n << 128n) - 1n;
    const amountIn = (1n << 256n) - 1n - (liquidity << 96n) / sqrtPriceX96;
    expect(getNextSqrtPriceFromInput(sqrtPriceX96, liquidity, amountIn, true)).toBe(1n);
    // 2^97 * sqrtPriceX96 + L * 2^96 passes 256 bits: ceil(L * 2^96 / (floor(L * 2^96 /
    // sqrtPriceX96) + 2^97)), not the precise one.
    const steep = getNextSqrtPriceFromInput(sqrtPriceX96, liquidity, 1n << 97n, true);
    const numerator = liquidity << 96n;
    const denominator = numerator / sqrtPriceX96 + (1n << 97n);
    expect(steep).toBe((numerator + denominator - 1n) / denominator);
    const exact = numerator + (sqrtPriceX96 << 97n);
    expect(steep).not.toBe((numerator * sqrtPriceX96 + exact - 1n) / exact);
  });
});

describe("getNextSqrtPriceFromOutput", () => {
  test("default", () => {
    expect(getNextSqrtPriceFromOutput(PAR, ONE, TENTH, false)).toBe(88031291682515930659493278152n);
    expect(getNextSqrtPriceFromOutput(PAR, ONE, TENTH, true)).toBe(71305346262837903834189555302n);
  });

  test("behavior: no output, no change", () => {
    expect(getNextSqrtPriceFromOutput(PAR, TENTH, 0n, true)).toBe(PAR);
    expect(getNextSqrtPriceFromOutput(PAR, TENTH, 0n, false)).toBe(PAR);
  });
});
