import { describe, expect, test } from "vitest";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import recorded from "../../fixtures/uniswap-v3/swaps.json" with { type: "json" };
import { createPool } from "./fixture.ts";

/** The source swaps "to a price" as an exact input of this size. */
const TO_PRICE_AMOUNT = (1n << 255n) - 1n;

function poolOf(description: string) {
  const pool = recorded.pools.find((candidate) => candidate.description === description);
  if (pool === undefined) throw new Error(`The fixture names no pool "${description}".`);
  return createPool({
    feePips: pool.feeAmount,
    tickSpacing: pool.tickSpacing,
    sqrtPriceX96: BigInt(pool.startingSqrtPriceX96),
    positions: pool.positions.map((position) => ({
      ...position,
      liquidity: BigInt(position.liquidity),
    })),
  });
}

function requestOf(recordedSwap: (typeof recorded.swaps)[number]) {
  const { kind, zeroForOne, amount, sqrtPriceLimitX96 } = recordedSwap;
  const size = amount === undefined ? TO_PRICE_AMOUNT : BigInt(amount);
  return {
    zeroForOne,
    amountSpecified: kind === "exactOut" ? -size : size,
    sqrtPriceLimitX96:
      sqrtPriceLimitX96 === undefined
        ? zeroForOne
          ? LOWEST_LIMIT
          : HIGHEST_LIMIT
        : BigInt(sqrtPriceLimitX96),
  };
}

describe("swap", () => {
  test("default: the fixture is complete", () => {
    expect(recorded.pools).toHaveLength(15);
    expect(recorded.swaps).toHaveLength(240);
  });

  test.each(
    recorded.swaps.map((entry) => ({ name: `${entry.pool}: ${entry.test}`, entry })),
  )("behavior: equals the contract, $name", ({ entry }) => {
    const { expected } = entry;
    const pool = poolOf(entry.pool);
    const result = swap(pool, requestOf(entry));
    expect(pool.tick).toBe(expected.tickBefore);
    if (!("tickAfter" in expected)) {
      expect(expected.swapError).toContain("SPL");
      expect(result).toEqual({ ok: false, reason: "price-limit" });
      return;
    }
    if (!result.ok) throw new Error(`swap failed with ${result.reason}`);
    const { zeroForOne } = entry;
    const { amountIn, amountOut, tick, sqrtPriceX96 } = result;
    expect({
      amount0Delta: String(zeroForOne ? amountIn : -amountOut),
      amount1Delta: String(zeroForOne ? -amountOut : amountIn),
      tickAfter: tick,
    }).toEqual({
      amount0Delta: expected.amount0Delta,
      amount1Delta: expected.amount1Delta,
      tickAfter: expected.tickAfter,
    });
    const price = (Number(sqrtPriceX96) / 2 ** 96) ** 2;
    expect(price.toPrecision(5)).toBe(Number(expected.poolPriceAfter).toPrecision(5));
  });

  test("error: price-limit", () => {
    const pool = poolOf("medium fee, 1:1 price, 2e18 max range liquidity");
    const failure = { ok: false, reason: "price-limit" };
    const { sqrtPriceX96 } = pool;
    const down = { zeroForOne: true, amountSpecified: 1n };
    const up = { zeroForOne: false, amountSpecified: 1n };
    expect(swap(pool, { ...down, sqrtPriceLimitX96: sqrtPriceX96 })).toEqual(failure);
    expect(swap(pool, { ...down, sqrtPriceLimitX96: LOWEST_LIMIT - 1n })).toEqual(failure);
    expect(swap(pool, { ...up, sqrtPriceLimitX96: sqrtPriceX96 })).toEqual(failure);
    expect(swap(pool, { ...up, sqrtPriceLimitX96: HIGHEST_LIMIT + 1n })).toEqual(failure);
  });
});
