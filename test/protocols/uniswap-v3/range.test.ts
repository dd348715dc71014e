import { describe, expect, test } from "vitest";
import { isUsable, type UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { addToRange } from "../../../src/protocols/uniswap-v3/range.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { samples } from "./sample.ts";

const [sample] = samples;
if (sample === undefined) throw new Error("no sample");
const pool: UniswapV3Pool = sample;
const spacing = pool.tickSpacing;
const centre = Math.floor(pool.tick / spacing) * spacing;
const AMOUNTS = [10n ** 18n, 10n ** 18n] as const;

describe("addToRange", () => {
  test("default: as much as both amounts pay for, and no more", () => {
    const range = { lower: centre - 10 * spacing, upper: centre + 10 * spacing };
    const quote = addToRange(pool, range, AMOUNTS);
    if (quote === null) throw new Error("nothing was added");
    const { liquidity, spent, next } = quote;
    for (const [i, amount] of spent.entries()) {
      expect(amount).toBeGreaterThan(0n);
      expect(amount).toBeLessThanOrEqual(AMOUNTS[i] ?? 0n);
    }
    // What was spent is enough for about as much again, and doubles of both for twice as much.
    const again = addToRange(pool, range, spent);
    expect(again?.liquidity).toBeGreaterThan((liquidity * 999_999n) / 1_000_000n);
    const twice = addToRange(pool, range, [2n * AMOUNTS[0], 2n * AMOUNTS[1]]);
    expect((twice?.liquidity ?? 0n) / 2n).toBe(liquidity);
    const { needed } = quote;
    expect(addToRange(pool, range, needed)?.liquidity).toBe(liquidity);
    expect(addToRange(pool, range, [needed[0], needed[1] - 1n])?.liquidity).not.toBe(liquidity);
    expect(addToRange(pool, range, [needed[0] - 1n, needed[1]])?.liquidity).not.toBe(liquidity);
    expect(next.liquidity).toBe(pool.liquidity + liquidity);
    expect(isUsable(next)).toBe(true);
    expect(next.ticks.ticks).toContain(range.lower);
    expect(next.ticks.ticks).toContain(range.upper);
  });

  test("behavior: beside the price one token is enough, and is all that is spent", () => {
    const above = { lower: centre + 5 * spacing, upper: centre + 6 * spacing };
    const below = { lower: centre - 6 * spacing, upper: centre - 5 * spacing };
    const [of0, of1] = [
      addToRange(pool, above, [AMOUNTS[0], 0n]),
      addToRange(pool, below, AMOUNTS),
    ];
    expect(of0?.spent[1]).toBe(0n);
    expect(of1?.spent[0]).toBe(0n);
    expect(AMOUNTS[0] - (of0?.spent[0] ?? 0n)).toBeLessThan(2n ** 20n);
    for (const quote of [of0, of1]) {
      expect(quote?.next.liquidity).toBe(pool.liquidity);
      expect(quote && isUsable(quote.next)).toBe(true);
    }
    expect(addToRange(pool, above, [0n, AMOUNTS[1]])).toBeNull();
  });

  test("behavior: at an end of the range only the other token counts", () => {
    const range = { lower: centre, upper: centre + spacing };
    for (const [tick, used] of [
      [range.lower, 0],
      [range.upper, 1],
    ] as const) {
      const state = { ...pool, tick, sqrtPriceX96: getSqrtRatioAtTick(tick) };
      const amounts = used === 0 ? ([AMOUNTS[0], 0n] as const) : ([0n, AMOUNTS[1]] as const);
      expect(addToRange(state, range, amounts)?.spent[1 - used]).toBe(0n);
    }
  });

  test("behavior: nothing of nothing, nor more than 128 bits hold", () => {
    const range = { lower: centre - spacing, upper: centre + spacing };
    expect(addToRange(pool, range, [0n, 0n])).toBeNull();
    expect(addToRange(pool, range, [10n ** 60n, 10n ** 60n])).toBeNull();
    expect(addToRange({ ...pool, sqrtPriceX96: 0n }, range, AMOUNTS)).toBeNull();
  });
});
