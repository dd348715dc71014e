import { describe, expect, test } from "vitest";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { curve, edges, maxIn, quote, spotPrice } from "../../../src/protocols/aave-v3/pool.ts";
import { RAY } from "../../../src/protocols/aave-v3/ray-math.ts";
import { deepFreeze } from "../freeze.ts";
import { reserve as sample } from "./sample.ts";

const at = { timestamp: 12n };
const YEAR = 31_536_000n;
const reserve = deepFreeze(sample);
const [deposit, redeem] = edges(reserve);
if (deposit === undefined || redeem === undefined) throw new Error("A reserve has two edges.");

describe("edges", () => {
  test("default: there and back, also while nothing works", () => {
    const { underlying, aToken } = reserve;
    expect(edges({ ...reserve, isPaused: true, isActive: false })).toEqual([
      { action: "deposit", tokenIn: underlying, tokenOut: aToken },
      { action: "redeem", tokenIn: aToken, tokenOut: underlying },
    ]);
  });
});

describe("quote", () => {
  test("default: whole scaled units at the index of the block", () => {
    // A year at 10 %: an aToken unit is 1.1 of the underlying.
    const grown = { ...reserve, liquidityRateRay: RAY / 10n };
    const later = { timestamp: 12n + YEAR };
    const quoted = quote(grown, deposit, 1_000_000n, later);
    expect(quoted).toMatchObject({
      amountOut: 1_000_000n,
      next: {
        liquidityIndexRay: (RAY * 11n) / 10n,
        accruedAt: Number(later.timestamp),
        scaledSupply: reserve.scaledSupply + 909_091n,
        availableLiquidity: 401_000_000n,
      },
    });
    expect(quote(grown, redeem, 6n, later)).toMatchObject({ amountOut: 6n });
    expect(quote(grown, redeem, 5n, later)).toMatchObject({ amountOut: 6n });
  });

  test("behavior: the treasury's share of the interest uses up the cap", () => {
    // 600 lent at 100 % for a year, compounded in three terms: 1,000 earned, 100 of them the
    // treasury's.
    const lent = { ...reserve, variableBorrowRateRay: RAY };
    const later = { timestamp: 12n + YEAR };
    const room = maxIn(lent, deposit, later);
    expect(maxIn(lent, deposit)).toBe(1_000_000_000n);
    expect(room).toBeGreaterThan(899_000_000n);
    expect(room).toBeLessThan(901_000_000n);
    expect(quote(lent, deposit, room, later).ok).toBe(true);
    expect(quote(lent, deposit, room + 1n, later)).toEqual({ ok: false, reason: "cap-exceeded" });
  });

  test("behavior: the next state carries the trade", () => {
    const there = quote(reserve, deposit, 1_000n, at);
    if (!there.ok) throw new Error(there.reason);
    const back = quote(there.next, redeem, there.amountOut, at);
    expect(back).toMatchObject({ ok: true, amountOut: 1_000n, next: reserve });
  });

  test("error: amount-too-small", () => {
    const tripled = { ...reserve, supplyCap: 0n, liquidityIndexRay: 3n * RAY };
    const failure = { ok: false, reason: "amount-too-small" };
    for (const edge of [deposit, redeem]) {
      expect(quote(tripled, edge, 1n, at)).toEqual(failure);
      expect(quote(tripled, edge, 0n, at)).toEqual(failure);
      expect(quote({ ...reserve, isPaused: true }, edge, 0n, at)).toEqual(failure);
    }
  });

  test("error: paused", () => {
    const failure = { ok: false, reason: "paused" };
    for (const flags of [{ isPaused: true }, { isActive: false }]) {
      for (const edge of [deposit, redeem]) {
        expect(maxIn({ ...reserve, ...flags }, edge)).toBe(0n);
        expect(quote({ ...reserve, ...flags }, edge, 1_000n, at)).toEqual(failure);
      }
    }
    const frozen = { ...reserve, isFrozen: true };
    expect(quote(frozen, deposit, 1_000n, at)).toEqual(failure);
    expect(quote(frozen, redeem, 1_000n, at).ok).toBe(true);
  });

  test("error: cap-exceeded", () => {
    const full = { ...reserve, supplyCap: 1_000n };
    const failure = { ok: false, reason: "cap-exceeded" };
    expect(maxIn(full, deposit)).toBe(0n);
    expect(quote(full, deposit, 1n, at)).toEqual(failure);
    expect(maxIn({ ...full, supplyCap: 999n }, deposit)).toBe(0n);
    const uncapped = { ...reserve, supplyCap: 0n };
    expect(maxIn(uncapped, deposit)).toBe((1n << 128n) - 1n);
    expect(quote(uncapped, deposit, 1n << 128n, at)).toEqual(failure);
  });

  test("error: insufficient-liquidity", () => {
    const failure = { ok: false, reason: "insufficient-liquidity" };
    expect(quote(reserve, redeem, 400_000_000n, at).ok).toBe(true);
    expect(quote(reserve, redeem, 400_000_001n, at)).toEqual(failure);
    // Gifts to the aToken cannot be withdrawn: nobody holds aTokens for them.
    const given = { ...reserve, availableLiquidity: 10n ** 12n };
    expect(maxIn(given, redeem)).toBe(1_000_000_000n);
    expect(quote(given, redeem, 1_000_000_001n, at)).toEqual(failure);
  });
});

describe("spotPrice", () => {
  test("default", () => {
    expect(spotPrice()).toEqual({ numerator: 1n, denominator: 1n });
  });
});

describe("curve", () => {
  test("default: one to one up to the room of the block", () => {
    const lent = { ...reserve, variableBorrowRateRay: RAY };
    const later = { timestamp: 12n + YEAR };
    const { capacity, output } = curve(lent, deposit, later);
    const room = Number(maxIn(lent, deposit, later));
    expect(capacity).toBeLessThanOrEqual(room);
    expect(capacity).toBeGreaterThan(room - 2);
    expect(output(1e6)).toBeCloseTo(1e6, 1);
    expect(curve({ ...reserve, isPaused: true }, redeem, at).capacity).toBe(0);
  });
});

describe("aaveV3", () => {
  test("default: aTokens are no exact tokens, taken by the pool", () => {
    expect(aaveV3.defiTokens?.(reserve)).toEqual([
      {
        address: reserve.aToken,
        underlyingTokens: [reserve.underlying],
        primaryAddress: reserve.pool,
        exact: false,
      },
    ]);
  });

  test("behavior: the yield is the liquidity rate in percent", () => {
    const context = { at: { number: 2n, ...at }, usd: () => null };
    const earning = { ...reserve, liquidityRateRay: (RAY * 3n) / 100n };
    expect(aaveV3.apy?.(earning, reserve.aToken, context)).toBeCloseTo(3, 12);
    expect(aaveV3.apy?.(earning, reserve.underlying, context)).toBe(0);
  });
});
