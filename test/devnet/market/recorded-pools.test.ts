import { describe, expect, test } from "vitest";
import { ladder, readRecordedPools } from "../../../devnet/market/recorded-pools.ts";

describe("readRecordedPools", () => {
  test("default", () => {
    const { uniswapV2, uniswapV3 } = readRecordedPools();
    expect([uniswapV2.length, uniswapV3.length]).toEqual([2, 17]);
    expect(Math.max(...uniswapV3.map((pool) => pool.ticks.length))).toBe(1_415);
  });

  test("behavior: the ticks up to the price add up to the active liquidity", () => {
    for (const pool of readRecordedPools().uniswapV3) {
      const below = pool.ticks.filter((tick) => tick.index <= pool.tick);
      expect(below.reduce((sum, tick) => sum + tick.liquidityNet, 0n)).toBe(pool.liquidity);
    }
  });
});

describe("ladder", () => {
  test("default", () => {
    const ticks = [
      { index: -20, liquidityNet: 5n },
      { index: 0, liquidityNet: 7n },
      { index: 10, liquidityNet: -12n },
      { index: 30, liquidityNet: 4n },
      { index: 40, liquidityNet: -4n },
    ];
    expect(ladder(ticks)).toEqual([
      { lower: -20, upper: 0, liquidity: 5n },
      { lower: 0, upper: 10, liquidity: 12n },
      { lower: 30, upper: 40, liquidity: 4n },
    ]);
  });

  test("error: ticks that do not add up", () => {
    expect(() => ladder([{ index: 0, liquidityNet: 1n }])).toThrow("do not add up to 0 but to 1");
  });
});
