import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SwapRequest, swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import type { SwapPool } from "../../../src/protocols/uniswap-v3/walk.ts";
import { deepFreeze } from "../freeze.ts";
import { createPool } from "./fixture.ts";
import { plainSwap } from "./plain-swap.ts";

const [LOWEST_TICK, HIGHEST_TICK] = [-800_000, 800_000];

/**
 * Positions near each other and apart, so that there are ranges without liquidity, in pools of any
 * spacing and fee.
 */
const anyPool = fc
  .record({
    tick: fc.oneof(
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.integer({ min: LOWEST_TICK, max: HIGHEST_TICK }),
    ),
    // 0: the price of the tick itself.
    offset: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 1_000_000n })),
    feePips: fc.constantFrom(0, 1, 100, 3000, 999_999),
    tickSpacing: fc.constantFrom(1, 10, 60, 200),
    positions: fc.array(
      fc.record({
        centre: fc.integer({ min: -400, max: 400 }),
        width: fc.integer({ min: 1, max: 300 }),
        bits: fc.integer({ min: 0, max: 110 }),
        fraction: fc.bigInt({ min: 1n, max: 1n << 16n }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ tick, offset, feePips, tickSpacing, positions }) => {
    const nearest = Math.floor(tick / tickSpacing);
    const ends = {
      lowest: Math.ceil(-887_272 / tickSpacing),
      highest: Math.floor(887_272 / tickSpacing),
    };
    return createPool({
      ...{ feePips, tickSpacing, sqrtPriceX96: getSqrtRatioAtTick(tick) + offset },
      positions: positions.map(({ centre, width, bits, fraction }) => ({
        tickLower: Math.max(ends.lowest, nearest + centre - width) * tickSpacing,
        tickUpper: Math.min(ends.highest, nearest + centre + width) * tickSpacing,
        liquidity: ((fraction << BigInt(bits)) >> 16n) + 1n,
      })),
    });
  })
  .map(deepFreeze);

/** An amount by its number of bits. */
const anyAmount = fc
  .tuple(fc.integer({ min: 0, max: 180 }), fc.bigInt({ min: 1n, max: 1n << 16n }))
  .map(([bits, fraction]) => ((fraction << BigInt(bits)) >> 16n) + 1n);

/** Below 0 for an exact output. */
const anySpecified = fc
  .tuple(anyAmount, fc.constantFrom(1n, 1n, 1n, -1n))
  .map(([amount, sign]) => amount * sign);

interface Wish {
  readonly kind: "tick" | "near" | "word" | "none";
  readonly place: number;
  readonly offset: bigint;
}

/**
 * One of the prices that a swap can be sent to: of an initialised tick, near one, of the end of a
 * word, or the farthest.
 */
const anyLimit: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom<Wish["kind"][]>("tick", "near", "word", "none"),
  place: fc.nat({ max: 15 }),
  offset: fc.bigInt({ min: -1000n, max: 1000n }),
});

function limitOf(pool: SwapPool, zeroForOne: boolean, wish: Wish): bigint {
  const farthest = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
  const { ticks, tickSpacing, tick, sqrtPriceX96 } = pool;
  const word = 256 * tickSpacing;
  const ofWord = Math.max(
    -887_000,
    Math.min(887_000, (Math.floor(tick / word) + wish.place - 7) * word),
  );
  const ofTick = ticks.sqrtRatioX96[wish.place % ticks.ticks.length] ?? farthest;
  const price = {
    tick: ofTick,
    near: ofTick + wish.offset,
    word: getSqrtRatioAtTick(ofWord - (zeroForOne ? 0 : tickSpacing)),
    none: farthest,
  }[wish.kind];
  const isAllowed = zeroForOne
    ? price < sqrtPriceX96 && price >= LOWEST_LIMIT
    : price > sqrtPriceX96 && price <= HIGHEST_LIMIT;
  return isAllowed ? price : farthest;
}

function expectPlain(pool: SwapPool, request: SwapRequest) {
  const plain = plainSwap(pool, request);
  expect(swap(pool, request)).toEqual(plain);
  return plain;
}

describe("swap against one step after the other", () => {
  test("default: one amount up to one limit, then on and back from there", () => {
    fc.assert(
      fc.property(
        anyPool,
        fc.array(fc.tuple(fc.boolean(), anySpecified, anyLimit), { minLength: 1, maxLength: 4 }),
        (pool, trades) => {
          let state: SwapPool = pool;
          for (const [zeroForOne, amountSpecified, wish] of trades) {
            const sqrtPriceLimitX96 = limitOf(state, zeroForOne, wish);
            if (state.sqrtPriceX96 === sqrtPriceLimitX96) return;
            const request = { zeroForOne, amountSpecified, sqrtPriceLimitX96 };
            const { sqrtPriceX96, tick, liquidity } = expectPlain(state, request);
            state = { ...state, sqrtPriceX96, tick, liquidity };
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test("behavior: inputs that just reach a tick, the end of a word or the limit, a unit less and a unit more", () => {
    fc.assert(
      fc.property(anyPool, fc.boolean(), anyLimit, (pool, zeroForOne, wish) => {
        const all = 1n << 200n;
        const farthest = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
        const sqrtPriceLimitX96 = limitOf(pool, zeroForOne, wish);
        if (pool.sqrtPriceX96 === sqrtPriceLimitX96) return;
        const { amountIn } = expectPlain(pool, {
          ...{ zeroForOne, amountSpecified: all, sqrtPriceLimitX96 },
        });
        for (const amountSpecified of [amountIn - 1n, amountIn, amountIn + 1n]) {
          if (amountSpecified <= 0n) continue;
          for (const limit of [sqrtPriceLimitX96, farthest]) {
            expectPlain(pool, { zeroForOne, amountSpecified, sqrtPriceLimitX96: limit });
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  test("behavior: inputs beyond the contract's precise formula that just reach a tick", () => {
    const position = { tickLower: 288_000, tickUpper: 880_000, liquidity: 1n << 121n };
    const toTick = { zeroForOne: true, sqrtPriceLimitX96: getSqrtRatioAtTick(288_000) };
    // Whether the imprecise price passes the tick too is a matter of its rounding.
    for (let n = 0n; n < 20n; n++) {
      const sqrtPriceX96 = getSqrtRatioAtTick(870_000) + (n << 120n);
      const fees = { feePips: 0, tickSpacing: 16_000 };
      const pool = createPool({ ...fees, sqrtPriceX96, positions: [position] });
      const { amountIn } = expectPlain(pool, { ...toTick, amountSpecified: 1n << 200n });
      expect(amountIn * sqrtPriceX96).toBeGreaterThan(1n << 256n);
      for (const amountSpecified of [amountIn - 1n, amountIn, amountIn + 1n]) {
        expectPlain(pool, { zeroForOne: true, amountSpecified, sqrtPriceLimitX96: LOWEST_LIMIT });
      }
    }
  });

  test("behavior: liquidity in range that is not the ticks' sum", () => {
    const positions = [60, 120, 180].map((tickUpper) => ({
      ...{ tickLower: -tickUpper, tickUpper, liquidity: 10n ** 18n },
    }));
    const pool = createPool({ feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n, positions });
    const down = { zeroForOne: true, amountSpecified: 10n ** 17n, sqrtPriceLimitX96: LOWEST_LIMIT };
    expectPlain(pool, down);
    expectPlain({ ...pool, liquidity: pool.liquidity + 10n ** 17n }, down);
  });

  test("behavior: ranges are those of the pool's fee and spacing", () => {
    const positions = [-600, -300, -60].map((tickLower) => ({
      ...{ tickLower, tickUpper: 600, liquidity: 10n ** 18n },
    }));
    const pool = createPool({ feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n, positions });
    const request = {
      zeroForOne: true,
      amountSpecified: 10n ** 17n,
      sqrtPriceLimitX96: LOWEST_LIMIT,
    };
    for (const [feePips, tickSpacing] of [
      [3000, 60],
      [500, 60],
      [500, 1],
      [3000, 60],
    ] as const) {
      expectPlain({ ...pool, feePips, tickSpacing }, request);
    }
  });
});
