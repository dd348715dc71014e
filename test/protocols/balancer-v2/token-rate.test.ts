import { describe, expect, test } from "vitest";
import { edges, quote } from "../../../src/protocols/balancer-v2/pool.ts";
import {
  balancesAtOldRates,
  usableRate,
  withOldRates,
  withRatesAt,
} from "../../../src/protocols/balancer-v2/token-rate.ts";
import { metaStablePool, ratedPool, stablePool, weightedPool } from "./sample.ts";

const E18 = 10n ** 18n;

describe("withRatesAt", () => {
  test("default: what is kept for too long is asked for", () => {
    const { rates } = withRatesAt(ratedPool, 100n);
    expect(rates[0]).toBeNull();
    expect(rates[1]).toMatchObject({ kept: (E18 * 111n) / 100n, expires: 700n, old: E18 });
    expect(rates[2]).toMatchObject({ kept: (E18 * 13n) / 10n, expires: 700n });
  });

  test("behavior: up to its last second the rate that is kept counts", () => {
    const at = (expires: bigint) => {
      const rates = ratedPool.rates.map((rate) => rate && { ...rate, expires });
      return withRatesAt({ ...ratedPool, rates }, 100n);
    };
    expect(at(100n).rates[1]?.kept).toBe(ratedPool.rates[1]?.kept);
    expect(at(99n).rates[1]?.kept).toBe(ratedPool.rates[1]?.live);
  });

  test("behavior: pools without rates stay the same objects", () => {
    expect(withRatesAt(stablePool, 100n)).toBe(stablePool);
    expect(withRatesAt(weightedPool, 100n)).toBe(weightedPool);
    expect(withOldRates(stablePool)).toBe(stablePool);
    expect(withOldRates(metaStablePool)).toBe(metaStablePool);
  });
});

describe("balancesAtOldRates", () => {
  test("default: all, or those that the protocol takes nothing of", () => {
    const balances = [5n * E18, 11n * E18, 12n * E18];
    expect(balancesAtOldRates(ratedPool, balances, "all")).toEqual([
      5n * E18,
      10n * E18,
      10n * E18,
    ]);
    expect(balancesAtOldRates(ratedPool, balances, "exempt")).toEqual([
      ...[5n * E18, 11n * E18, 10n * E18],
    ]);
  });
});

describe("usableRate", () => {
  test("default: what fits into what a pool keeps", () => {
    expect(usableRate(E18)).toBe(E18);
    expect(usableRate(2n ** 96n - 1n)).toBe(2n ** 96n - 1n);
    expect([2n ** 96n, null, undefined, 0n].map((answer) => usableRate(answer))).toEqual([
      ...[0n, 0n, 0n, 0n],
    ]);
    expect(usableRate(2n ** 96n, "first")).toBe(2n ** 96n);
    expect(usableRate(2n ** 128n, "first")).toBe(0n);
  });
});

describe("quote", () => {
  const at = { number: 1n, timestamp: 100n };

  test("default: a join leaves the rates of now as the old ones", () => {
    const [, tokenIn] = ratedPool.tokens;
    if (tokenIn === undefined) throw new Error("the pool has no second token");
    const edge = { action: "deposit", tokenIn, tokenOut: ratedPool.address } as const;
    const result = quote(ratedPool, edge, 10n ** 9n, at);
    if (!result.ok || result.next.kind !== "stable") throw new Error("no quote");
    for (const [i, rate] of result.next.rates.entries()) {
      if (rate === null) continue;
      expect(rate.old).toBe(ratedPool.rates[i]?.live);
      expect(rate.kept).toBe(rate.old);
    }
  });

  test("behavior: none where a unit counts less than one of 18 decimals", () => {
    const rates = [{ ...ratedPool.rates[1], kept: E18 - 1n }, null, null];
    expect(edges({ ...ratedPool, rates: rates as typeof ratedPool.rates })).toEqual([]);
    expect(edges(ratedPool).length).toBeGreaterThan(0);
  });
});
