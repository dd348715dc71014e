import { describe, expect, test } from "vitest";
import { swap } from "../../../src/protocols/pendle/actions.ts";
import { mostFor, toleranceFor } from "../../../src/protocols/pendle/buying.ts";
import {
  buyPt,
  mostPtIn,
  mostPtOut,
  ONE,
  pricedAt,
  sellPt,
  YEAR,
} from "../../../src/protocols/pendle/market-math.ts";
import { maxIn } from "../../../src/protocols/pendle/max-in.ts";
import { apy, edges, quote, spotPrice } from "../../../src/protocols/pendle/pool.ts";
import { expired, market, small, wrapper } from "./sample.ts";

const at = { number: 2n, timestamp: market.expiry - YEAR / 2n };
const [buy, sell] = edges(market);
if (buy === undefined || sell === undefined) throw new Error("A market has swaps.");
const context = { at, usd: () => null };

describe("pricedAt", () => {
  test("default: PT is worth what the rate of the last trade leaves of the time", () => {
    const priced = pricedAt(market, market.lnFeeRoot, at.timestamp);
    // e^(0.048790164... / 2), which is the root of 1.05.
    expect(Number(priced?.exchangeRate) / 1e18).toBeCloseTo(Math.sqrt(1.05), 12);
    expect(Number(priced?.feeRate) / 1e18).toBeCloseTo(Math.exp(0.0009 / 2), 12);
    expect(priced?.rateScalar).toBe(market.scalarRoot * 2n);
  });

  test("behavior: nothing from the expiry on, and without liquidity", () => {
    expect(pricedAt(market, 0n, market.expiry)).toBeNull();
    expect(pricedAt(market, 0n, market.expiry - 1n)).not.toBeNull();
    expect(pricedAt({ ...market, totalPt: 0n }, 0n, at.timestamp)).toBeNull();
    expect(pricedAt({ ...market, totalSy: 0n }, 0n, at.timestamp)).toBeNull();
  });

  test("behavior: a rate that has fallen does not count", () => {
    const fallen = { ...market, rate: market.keptRate - 10n ** 17n };
    const index = (state: typeof market) => pricedAt(state, 0n, at.timestamp)?.index;
    expect(index(fallen)).toBe(market.keptRate);
    expect(index(market)).toBe(market.rate);
  });
});

describe("sellPt", () => {
  const priced = pricedAt(market, market.lnFeeRoot, at.timestamp);
  if (priced === null) throw new Error("The market trades.");

  test("behavior: up to 96 % of the market", () => {
    const most = mostPtIn(priced);
    expect(sellPt(priced, most)).not.toBeNull();
    expect(sellPt(priced, most + 2n)).toBeNull();
  });

  test("behavior: four fifths of the fee leave the market", () => {
    const trade = sellPt(priced, 1_000n * ONE);
    const free = sellPt({ ...priced, feeRate: ONE }, 1_000n * ONE);
    const fee = Number((free?.sy ?? 0n) - (trade?.sy ?? 0n));
    expect(Number(trade?.toReserve) / fee).toBeCloseTo(0.8, 9);
  });
});

describe("buyPt", () => {
  const priced = pricedAt(market, market.routerLnFeeRoot, at.timestamp);
  if (priced === null) throw new Error("The market trades.");

  test("behavior: until PT costs what it will pay", () => {
    const most = mostPtOut(priced);
    expect(buyPt(priced, most)).not.toBeNull();
    expect(buyPt(priced, (most * 1_001n) / 999n)).toBeNull();
  });
});

describe("mostFor", () => {
  test("default: a unit more would cost more", () => {
    for (const state of [market, small]) {
      const priced = pricedAt(state, state.routerLnFeeRoot, at.timestamp);
      if (priced === null) throw new Error("The market trades.");
      const most = maxIn(state, { ...buy, tokenIn: state.sy, tokenOut: state.pt }, at);
      for (let syIn = most; syIn > 1_000n; syIn /= 37n) {
        const bought = mostFor(priced, syIn);
        if (bought === null) throw new Error(`${syIn} buys nothing`);
        expect(bought.trade.sy).toBeLessThanOrEqual(syIn);
        const least = (syIn * (ONE - toleranceFor(bought.ptOut))) / ONE;
        expect(bought.trade.sy).toBeGreaterThanOrEqual(least);
        const more = buyPt(priced, bought.ptOut + 1n)?.sy ?? syIn + 1n;
        if (bought.ptOut < mostPtOut(priced)) expect(more).toBeGreaterThan(syIn);
      }
    }
  });
});

describe("quote", () => {
  test("behavior: a trade leaves its price to the next one", () => {
    const first = quote(market, sell, 10_000n * ONE, at);
    if (!first.ok || first.next.kind !== "market") throw new Error("It is quoted.");
    expect(first.next.totalPt).toBe(market.totalPt + 10_000n * ONE);
    expect(first.next.lnImpliedRate).toBeGreaterThan(market.lnImpliedRate);
    const back = quote(first.next, buy, first.amountOut, at);
    if (!back.ok) throw new Error("It is quoted.");
    // Both fees, of half a year each, and what of the first has left.
    expect(Number(back.amountOut) / 1e22).toBeLessThan(1 - 0.00075);
    expect(Number(back.amountOut) / 1e22).toBeGreaterThan(1 - 0.00085);
  });

  test("behavior: PT is worth more, the nearer the expiry", () => {
    const amounts = [2n, 4n, 8n].map((part) => {
      const later = { number: 2n, timestamp: market.expiry - YEAR / part };
      const sold = quote(market, sell, ONE, later);
      return sold.ok ? sold.amountOut : 0n;
    });
    expect(amounts).toEqual([...amounts].sort());
    expect(quote(market, sell, ONE, { number: 2n, timestamp: market.expiry }).ok).toBe(false);
  });

  test("behavior: PT that has expired is worth a unit of the asset", () => {
    const [redemption] = edges(expired);
    if (redemption === undefined) throw new Error("PT is redeemed.");
    expect(quote(expired, redemption, ONE, at)).toMatchObject({
      amountOut: (ONE * ONE) / expired.rate,
    });
  });

  test("error: amount-too-small where liquidity earns nothing", () => {
    expect(quote(market, sell, 1_000n, at)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("error: paused while SY is", () => {
    const paused = { ...market, isPaused: true };
    expect(quote(paused, sell, ONE, at)).toEqual({ ok: false, reason: "paused" });
    expect(maxIn(paused, sell, at)).toBe(0n);
  });

  test("error: insufficient-liquidity beyond what an SY holds", () => {
    const [, redemption] = edges(wrapper);
    if (redemption === undefined) throw new Error("It is redeemed.");
    const lent = { ...wrapper, held: 5n };
    expect(maxIn(lent, redemption, at)).toBe(5n);
    expect(quote(lent, redemption, 6n, at)).toEqual({
      ok: false,
      reason: "insufficient-liquidity",
    });
  });
});

describe("spotPrice", () => {
  test("default: both ways are one price", () => {
    const [out, back] = [spotPrice(market, buy, at), spotPrice(market, sell, at)];
    expect(out.numerator * back.numerator).toBe(out.denominator * back.denominator);
  });
});

describe("apy", () => {
  test("default: what the price of PT implies", () => {
    expect(apy(market, market.pt, context)).toBeCloseTo(5, 9);
  });

  test("behavior: none of other tokens, nor when it has expired", () => {
    expect(apy(market, market.sy, context)).toBe(0);
    expect(apy(expired, expired.pt, context)).toBe(0);
    expect(apy(wrapper, wrapper.address, context)).toBe(0);
  });
});

describe("swap", () => {
  test("default: the router is told what was quoted, and may leave a ten-millionth", () => {
    const operation = swap(market, buy, ONE, 12n * ONE);
    if (operation.kind !== "call") throw new Error("PT is bought by one call.");
    const guess = operation.args[4];
    if (guess?.kind !== "literal") throw new Error("The guess is known.");
    expect(guess.value).toEqual({
      ...{ guessMin: 0n, guessOffchain: 12n * ONE, guessMax: 24n * ONE },
      ...{ maxIteration: 64n, eps: 10n ** 11n },
    });
  });

  test("behavior: PT is sold to the market itself", () => {
    const operation = swap(market, sell, ONE);
    if (operation.kind !== "sequence") throw new Error("PT is sold by two steps.");
    expect(operation.stages.map(({ kind }) => kind)).toEqual(["send", "call"]);
  });
});
