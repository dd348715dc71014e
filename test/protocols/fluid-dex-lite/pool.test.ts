import { describe, expect, test } from "vitest";
import { NATIVE } from "../../../src/lib/address.ts";
import { swap } from "../../../src/protocols/fluid-dex-lite/actions.ts";
import { edges, maxIn, quote, spotPrice } from "../../../src/protocols/fluid-dex-lite/pool.ts";
import { pricesAt } from "../../../src/protocols/fluid-dex-lite/prices.ts";
import {
  CENTER_FIELDS,
  type DexLitePool,
  FIELDS,
  fieldOf,
  withField,
} from "../../../src/protocols/fluid-dex-lite/state.ts";
import { external, moving, rising, withVariables } from "./sample.ts";

const ONE = 10n ** 18n;
const E27 = 10n ** 27n;
const at = { number: 2n, timestamp: 12n };

function edgesOf(pool: DexLitePool) {
  const [forward, back] = edges(pool);
  if (forward === undefined || back === undefined) throw new Error("no edges");
  return [forward, back] as const;
}

function quoted(pool: DexLitePool, way: 0 | 1, amountIn: bigint, time = at) {
  const found = quote(pool, edgesOf(pool)[way], amountIn, time);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

describe("quote", () => {
  test("default: near the center price, less the fee", () => {
    const { amountOut } = quoted(external, 0, 1_000_000_000n);
    // 1.0008, as more is there of the other token a little more, less 0.0005 %.
    expect(Number(amountOut) / 1.0008e9).toBeCloseTo(1, 3);
    expect(quoted(moving, 0, ONE).amountOut).toBeGreaterThan((119n * ONE) / 100n);
  });

  test("behavior: amounts count with nine decimals, in and out", () => {
    const whole = quoted(moving, 0, ONE);
    expect(whole.amountOut % 10n ** 9n).toBe(0n);
    expect(quoted(moving, 0, ONE + 999_999_999n)).toEqual(whole);
  });

  test("behavior: the next state has the input, its fee without the cut, and the output", () => {
    const { next, amountOut } = quoted(moving, 0, 10n * ONE);
    const [before, after] = [moving, next].map(({ variables }) => ({
      first: fieldOf(variables, FIELDS.supply0),
      second: fieldOf(variables, FIELDS.supply1),
    }));
    // 0.05 % of it is the fee, of which a fifth leaves the pool.
    expect((after?.first ?? 0n) - (before?.first ?? 0n)).toBe(9_999_000_000n);
    expect((before?.second ?? 0n) - (after?.second ?? 0n)).toBe(amountOut / 10n ** 9n);
  });

  test("behavior: a swap towards an end of the range sets the center moving, one back stops it", () => {
    const away = quoted(moving, 1, 1_150n * ONE);
    expect(fieldOf(away.next.variables, FIELDS.rebalancing)).toBe(2n);
    expect(fieldOf(away.next.centerShift, CENTER_FIELDS.lastTime)).toBe(at.timestamp);
    const back = quoted(away.next, 0, 650n * ONE);
    expect(fieldOf(back.next.variables, FIELDS.rebalancing)).toBe(1n);
  });

  test("behavior: a moving center takes the range with it, as far as it may go", () => {
    const center = (timestamp: bigint) => pricesAt(rising, timestamp)?.center ?? 0n;
    const start = center(0n);
    expect(center(900n)).toBeGreaterThan(start);
    expect(center(1_800n) - start).toBeGreaterThan(center(900n) - start);
    expect(center(100_000n)).toBe(center(200_000n));
    expect(center(100_000n)).toBeLessThan((start * 1_021n) / 1_000n);
  });

  test("behavior: a shift of the range is there in the end, and the swap after it forgets it", () => {
    const shift = 100n | (100n << 14n) | (600n << 28n);
    const shifting = {
      ...withVariables(external, [[FIELDS.isRangeShifting, 1n]]),
      rangeShift: shift,
    };
    const widths = [0n, 300n, 601n].map(
      (timestamp) => pricesAt(shifting, timestamp)?.percents.upper,
    );
    expect(widths).toEqual([100n, 58n, 15n]);
    const during = quoted(shifting, 0, 1_000_000n, { ...at, timestamp: 300n });
    expect(during.next.rangeShift).toBe(shift);
    const after = quoted(shifting, 0, 1_000_000n, { ...at, timestamp: 700n });
    expect(after.next.rangeShift).toBe(0n);
    expect(fieldOf(after.next.variables, FIELDS.isRangeShifting)).toBe(0n);
  });

  test("error: amount-too-small below a hundred-thousandth of a token", () => {
    const [forward] = edgesOf(external);
    expect(quote(external, forward, 9n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    expect(quote(external, forward, 11n, at).ok).toBe(true);
  });

  test("error: insufficient-liquidity beyond the largest input", () => {
    for (const pool of [external, moving, rising]) {
      for (const edge of edgesOf(pool)) {
        const most = maxIn(pool, edge, at);
        expect(quote(pool, edge, most, at).ok).toBe(true);
        expect(quote(pool, edge, most + 10n ** 9n, at)).toEqual({
          ok: false,
          reason: "insufficient-liquidity",
        });
      }
    }
  });

  test("error: insufficient-liquidity where the contract could tell no price", () => {
    const shifting = withVariables(moving, [[FIELDS.isCenterShifting, 1n]]);
    const wide = withVariables(external, [[FIELDS.upperPercent, 10_000n]]);
    const garbage = { ...external, externalPrice: (1n << 256n) - 1n };
    for (const pool of [shifting, wide, garbage, { ...external, externalPrice: 0n }]) {
      expect(quote(pool, edgesOf(pool)[0], ONE, at)).toEqual({
        ok: false,
        reason: "insufficient-liquidity",
      });
      expect(maxIn(pool, edgesOf(pool)[0], at)).toBe(0n);
    }
  });
});

describe("edges", () => {
  test("behavior: none without supplies", () => {
    const empty = withVariables(external, [
      [FIELDS.supply0, 0n],
      [FIELDS.supply1, 0n],
    ]);
    expect(edges(empty)).toEqual([]);
  });
});

describe("spotPrice", () => {
  test("behavior: in smallest units of both tokens", () => {
    const price = spotPrice(external, edgesOf(external)[0], at);
    const paid = quoted(external, 0, 1_000_000_000n).amountOut;
    expect(Number(price.numerator) / Number(price.denominator)).toBeCloseTo(Number(paid) / 1e9, 4);
  });
});

describe("pricesAt", () => {
  test("behavior: the center goes to what a contract says, a part of the way a second", () => {
    const target = { percent: 1_000n, seconds: 100n, start: 0n } as const;
    const centerShift = (["percent", "seconds", "start"] as const).reduce(
      (word, name) => withField(word, CENTER_FIELDS[name], target[name]),
      external.centerShift,
    );
    const shifting = {
      ...withVariables(external, [[FIELDS.isCenterShifting, 1n]]),
      centerShift,
    };
    const half = pricesAt(shifting, 50n);
    expect(Number(half?.center) / Number(E27)).toBeCloseTo(1.0005, 6);
    expect(half?.isCenterShifted).toBe(false);
    const whole = pricesAt(shifting, 90n);
    expect(whole).toMatchObject({ center: external.externalPrice, isCenterShifted: true });
    const { next } = quoted(shifting, 0, 1_000_000n, { ...at, timestamp: 90n });
    expect(fieldOf(next.centerShift, CENTER_FIELDS.target)).toBe(0n);
    expect(fieldOf(next.centerShift, CENTER_FIELDS.lastTime)).toBe(90n);
    expect(fieldOf(next.variables, FIELDS.isCenterShifting)).toBe(0n);
  });
});

describe("swap", () => {
  test("default: by the key, with an allowance or the native currency", () => {
    const [forward, back] = edgesOf(moving);
    expect(swap(moving, forward)).toMatchObject({ target: moving.address, approve: true });
    expect(back.tokenIn).toBe(NATIVE);
    expect(swap(moving, back)).toMatchObject({ value: "amountIn", approve: false });
  });
});
