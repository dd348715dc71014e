import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  getSqrtRatioAtTick,
  getTickAtSqrtRatio,
  MAX_SQRT_RATIO,
  MAX_TICK,
  MIN_SQRT_RATIO,
  MIN_TICK,
} from "../../../src/protocols/uniswap-v3/tick-math.ts";

const anyTick = fc.integer({ min: MIN_TICK, max: MAX_TICK });

describe("getSqrtRatioAtTick", () => {
  // https://github.com/Uniswap/v3-core/blob/d8b1c635c275d2a9450bd6a78f3fa2484fef73eb/test/__snapshots__/TickMath.spec.ts.snap
  test.each([
    [0, 79228162514264337593543950336n],
    [50, 79426470787362580746886972461n],
    [-50, 79030349367926598376800521322n],
    [500, 81233731461783161732293370115n],
    [250_000, 21246587762933397357449903968194344n],
    [-250_000, 295440463448801648376846n],
    [738_203, 847134979253254120489401328389043031315994541n],
    [-738_203, 7409801140451n],
    [MIN_TICK, MIN_SQRT_RATIO],
    [MAX_TICK, MAX_SQRT_RATIO],
  ])("default: tick %i", (tick, ratio) => {
    expect(getSqrtRatioAtTick(tick)).toBe(ratio);
  });

  test("error: RangeError", () => {
    for (const tick of [MIN_TICK - 1, MAX_TICK + 1, Number.NaN]) {
      expect(() => getSqrtRatioAtTick(tick)).toThrow(RangeError);
    }
  });
});

describe("getTickAtSqrtRatio", () => {
  test("default: the greatest tick whose price is not above", () => {
    // Uniform in the logarithm of the price.
    const anyPrice = fc
      .tuple(fc.integer({ min: 33, max: 160 }), fc.bigInt({ min: 0n, max: (1n << 160n) - 1n }))
      .map(([bits, low]) => (1n << BigInt(bits - 1)) + (low >> BigInt(161 - bits)))
      .filter((price) => price >= MIN_SQRT_RATIO && price < MAX_SQRT_RATIO);
    fc.assert(
      fc.property(anyPrice, (price) => {
        const tick = getTickAtSqrtRatio(price);
        expect(getSqrtRatioAtTick(tick)).toBeLessThanOrEqual(price);
        expect(getSqrtRatioAtTick(tick + 1)).toBeGreaterThan(price);
      }),
      { numRuns: 5_000 },
    );
  });

  test("behavior: exact at a tick's price and one unit below it", () => {
    fc.assert(
      fc.property(anyTick, (tick) => {
        const ratio = getSqrtRatioAtTick(tick);
        if (tick < MAX_TICK) expect(getTickAtSqrtRatio(ratio)).toBe(tick);
        if (tick > MIN_TICK) expect(getTickAtSqrtRatio(ratio - 1n)).toBe(tick - 1);
      }),
      { numRuns: 5_000 },
    );
  });

  test("behavior: the ends, where one unit of price is widest, and zero", () => {
    for (let tick = MIN_TICK; tick < MIN_TICK + 1_000; tick++) {
      expect(getTickAtSqrtRatio(getSqrtRatioAtTick(tick))).toBe(tick);
      expect(getTickAtSqrtRatio(getSqrtRatioAtTick(tick + 1) - 1n)).toBe(tick);
    }
    expect(getTickAtSqrtRatio(MAX_SQRT_RATIO - 1n)).toBe(MAX_TICK - 1);
    expect(Object.is(getTickAtSqrtRatio(1n << 96n), 0)).toBe(true);
    expect(getTickAtSqrtRatio((1n << 96n) - 1n)).toBe(-1);
  });

  test("error: RangeError", () => {
    expect(() => getTickAtSqrtRatio(MIN_SQRT_RATIO - 1n)).toThrow(RangeError);
    expect(() => getTickAtSqrtRatio(MAX_SQRT_RATIO)).toThrow(RangeError);
  });
});
