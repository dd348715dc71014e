import { describe, expect, test } from "vitest";
import {
  created,
  initialized,
  positionChanged,
  swapped,
  tickChanged,
  tradeOf,
} from "../../../src/protocols/uniswap-v3/transitions.ts";

describe("created", () => {
  test("default", () => {
    expect(created(7)).toEqual({
      sqrtPriceX96: 0n,
      tick: 0,
      liquidity: 0n,
      ticksBlock: 7,
      updatedBlock: 7,
    });
  });
});

describe("initialized", () => {
  test("default", () => {
    expect(initialized({ sqrtPriceX96: 2n ** 96n, tick: -1 }, 8)).toEqual({
      sqrtPriceX96: 2n ** 96n,
      tick: -1,
      updatedBlock: 8,
    });
  });
});

describe("swapped", () => {
  test("default", () => {
    expect(swapped({ sqrtPriceX96: 5n, tick: -3, liquidity: 11n }, 9)).toEqual({
      sqrtPriceX96: 5n,
      tick: -3,
      liquidity: 11n,
      updatedBlock: 9,
    });
  });
});

describe("positionChanged", () => {
  const change = { tickLower: -60, tickUpper: 60, liquidityDelta: 5n };

  test("default", () => {
    expect(positionChanged({ tick: 0, liquidity: 10n }, change, 3)).toEqual({
      liquidity: 15n,
      ticksBlock: 3,
      updatedBlock: 3,
    });
  });

  test("behavior: the lower tick is inside, the upper one is not", () => {
    const liquidityAt = (tick: number) =>
      positionChanged({ tick, liquidity: 10n }, change, 3).liquidity;
    expect([-61, -60, 59, 60].map(liquidityAt)).toEqual([10n, 15n, 15n, 10n]);
  });

  test("behavior: a change out of range still moves both blocks", () => {
    expect(positionChanged({ tick: 99, liquidity: 10n }, change, 4)).toEqual({
      liquidity: 10n,
      ticksBlock: 4,
      updatedBlock: 4,
    });
  });

  test("behavior: a burn takes liquidity out", () => {
    const burn = { ...change, liquidityDelta: -10n };
    expect(positionChanged({ tick: 0, liquidity: 10n }, burn, 5).liquidity).toBe(0n);
  });
});

describe("tickChanged", () => {
  test("default", () => {
    expect(tickChanged(null, { end: "lower", liquidityDelta: 5n }, 1)).toEqual({
      liquidityGross: 5n,
      liquidityNet: 5n,
      updatedBlock: 1,
    });
  });

  test("behavior: the upper end is left when the price rises", () => {
    expect(tickChanged(null, { end: "upper", liquidityDelta: 5n }, 1)).toMatchObject({
      liquidityGross: 5n,
      liquidityNet: -5n,
    });
  });

  test("behavior: positions that meet at a tick add up and cancel", () => {
    const upper = tickChanged(null, { end: "upper", liquidityDelta: 7n }, 1);
    const both = tickChanged(upper, { end: "lower", liquidityDelta: 5n }, 2);
    expect(both).toEqual({ liquidityGross: 12n, liquidityNet: -2n, updatedBlock: 2 });
    const burnt = tickChanged(
      tickChanged(both, { end: "upper", liquidityDelta: -7n }, 3),
      { end: "lower", liquidityDelta: -5n },
      4,
    );
    expect(burnt).toEqual({ liquidityGross: 0n, liquidityNet: 0n, updatedBlock: 4 });
  });
});

describe("tradeOf", () => {
  const pool = {
    token0: "0x00000000000000000000000000000000000000a0",
    token1: "0x00000000000000000000000000000000000000a1",
    feePips: 3_000,
  } as const;

  test("default: what the pool got is the input, and the fee is rounded up", () => {
    expect(tradeOf(pool, { amount0: 1_001n, amount1: -990n })).toEqual({
      tokenIn: pool.token0,
      tokenOut: pool.token1,
      amountIn: 1_001n,
      amountOut: 990n,
      feeIn: 4n,
    });
  });

  test("behavior: the other direction", () => {
    expect(tradeOf(pool, { amount0: -5n, amount1: 1_000n })).toMatchObject({
      ...{ tokenIn: pool.token1, tokenOut: pool.token0 },
      ...{ amountIn: 1_000n, amountOut: 5n, feeIn: 3n },
    });
  });
});
