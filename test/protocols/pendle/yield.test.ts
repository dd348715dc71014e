import { describe, expect, test } from "vitest";
import { swap } from "../../../src/protocols/pendle/actions.ts";
import {
  buyPt,
  mostPtIn,
  ONE,
  pricedAt,
  sellPt,
  YEAR,
} from "../../../src/protocols/pendle/market-math.ts";
import { maxIn } from "../../../src/protocols/pendle/max-in.ts";
import { apy, defiTokens, edges, quote, spotPrice } from "../../../src/protocols/pendle/pool.ts";
import type { PendleMarket } from "../../../src/protocols/pendle/state.ts";
import {
  buyYt,
  ptForYt,
  sellYt,
  toleranceForYt,
} from "../../../src/protocols/pendle/yield-trades.ts";
import { expired, market, small } from "./sample.ts";

const at = { number: 2n, timestamp: market.expiry - YEAR / 2n };

function waysOf(state: PendleMarket) {
  const { sy, yt } = state;
  return {
    buy: { action: "swap", tokenIn: sy, tokenOut: yt },
    sell: { action: "swap", tokenIn: yt, tokenOut: sy },
  } as const;
}

function priced(state: PendleMarket) {
  const found = pricedAt(state, state.routerLnFeeRoot, at.timestamp);
  if (found === null) throw new Error("The market trades.");
  return found;
}

/** What is split off SY with what so much PT pays. */
function splitWith(state: PendleMarket, syIn: bigint, pt: bigint): bigint {
  const paid = sellPt(priced(state), pt)?.sy ?? 0n;
  return ((syIn + paid) * priced(state).index) / ONE;
}

describe("ptForYt", () => {
  test("default: what is below 40 bits as it is, of more all but a part of 10^12", () => {
    for (const small of [0n, 1n, 77n, (1n << 40n) - 1n]) expect(ptForYt(small)).toBe(small);
    expect(ptForYt((1n << 40n) + 1n)).toBe(1n << 40n);
    for (let yt = 1n << 41n; yt < 1n << 100n; yt = yt * 3n + 1n) {
      const pt = ptForYt(yt);
      expect(ptForYt(pt)).toBe(pt);
      expect(Number(yt - pt) / Number(yt)).toBeLessThan(2 ** -39);
    }
  });
});

describe("buyYt", () => {
  test("default: what is bought tells the PT, of which a step more would be owed", () => {
    let compared = 0;
    for (const state of [market, small]) {
      const most = maxIn(state, waysOf(state).buy, at);
      for (let syIn = most; syIn > 3_000n; syIn = (syIn * 5n) / 37n) {
        const bought = buyYt(priced(state), syIn);
        if (bought === null) throw new Error(`${syIn} buys nothing`);
        const sold = -bought.ptOut;
        expect(ptForYt(bought.amountOut)).toBe(sold);
        expect(splitWith(state, syIn, sold)).toBe(bought.amountOut);
        const step = BigInt(2 ** Math.max(sold.toString(2).length - 40, 0));
        if (syIn < most) expect(splitWith(state, syIn, sold + step)).toBeLessThan(sold + step);
        const taken = (sold * ONE) / priced(state).index - bought.trade.sy;
        const least = (syIn * (ONE - toleranceForYt(state, syIn))) / ONE;
        expect(taken).toBeGreaterThanOrEqual(least - 1n);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe("sellYt", () => {
  test("default: a unit of the asset less its PT", () => {
    for (const state of [market, small]) {
      const ytIn = state.totalPt / 1_000n;
      const cost = buyPt(priced(state), ytIn)?.sy ?? 0n;
      const worth = Number((ytIn * ONE) / priced(state).index - cost);
      const sold = Number(sellYt(priced(state), ytIn)?.amountOut);
      expect(Math.abs(sold / worth - 1)).toBeLessThan(1e-8);
    }
  });
});

describe("quote", () => {
  test("default: YT in and out again costs the fees of its PT, which is many times as much", () => {
    const { buy, sell } = waysOf(market);
    const first = quote(market, buy, 100n * ONE, at);
    if (!first.ok || first.next.kind !== "market") throw new Error("It is quoted.");
    // A fortieth of the asset is what half a year at 5 % leaves.
    expect(Number(first.amountOut) / 1e18).toBeGreaterThan(100 * 1.18 * 38);
    expect(Number(first.amountOut) / 1e18).toBeLessThan(100 * 1.18 * 42);
    expect(first.next.ptSupply).toBe(market.ptSupply + first.amountOut);
    expect(first.next.totalPt - market.totalPt).toBe(ptForYt(first.amountOut));
    const back = quote(first.next, sell, first.amountOut, at);
    if (!back.ok || back.next.kind !== "market") throw new Error("It is quoted.");
    expect(back.next.ptSupply).toBe(market.ptSupply);
    const part = Number(back.amountOut) / 1e20;
    // Twice 3 hundredths of a percent of PT, of which there is 40 times as much; less what stays.
    expect(part).toBeLessThan(1 - 0.018);
    expect(part).toBeGreaterThan(1 - 0.026);
  });

  test("behavior: more YT pays more up to the most, and less beyond", () => {
    const { sell } = waysOf(small);
    const most = maxIn(small, sell, at);
    expect(most).toBeLessThan(small.totalPt);
    const paid = (ytIn: bigint) => sellYt(priced(small), ytIn)?.amountOut ?? 0n;
    expect(quote(small, sell, most, at)).toMatchObject({ amountOut: paid(most) });
    expect(paid((most * 99n) / 100n)).toBeLessThan(paid(most));
    expect(paid((most * 101n) / 100n)).toBeLessThan(paid(most));
    expect(quote(small, sell, most + 1n, at)).toMatchObject({ reason: "insufficient-liquidity" });
  });

  test("behavior: YT is worth less, the nearer the expiry, and nothing from it on", () => {
    const { buy, sell } = waysOf(market);
    const amounts = [2n, 4n, 8n].map((part) => {
      const later = { number: 2n, timestamp: market.expiry - YEAR / part };
      const sold = quote(market, sell, ONE, later);
      return sold.ok ? sold.amountOut : 0n;
    });
    expect(amounts[1]).toBeLessThan(amounts[0] ?? 0n);
    expect(amounts[2]).toBeLessThan(amounts[1] ?? 0n);
    const over = { number: 2n, timestamp: market.expiry };
    for (const edge of [buy, sell]) {
      expect(quote(market, edge, ONE, over).ok).toBe(false);
      expect(maxIn(market, edge, over)).toBe(0n);
    }
    const tokens = edges(expired).flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]);
    expect(tokens).not.toContain(expired.yt);
  });

  test("error: amount-too-small where liquidity earns nothing", () => {
    const { buy, sell } = waysOf(market);
    expect(quote(market, buy, 30n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    expect(quote(market, sell, 1_000n, at)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("error: paused while SY is", () => {
    for (const edge of Object.values(waysOf(market))) {
      const paused = { ...market, isPaused: true };
      expect(quote(paused, edge, ONE, at)).toEqual({ ok: false, reason: "paused" });
      expect(maxIn(paused, edge, at)).toBe(0n);
    }
  });
});

describe("spotPrice", () => {
  test("default: both ways are one price, which with that of PT is a unit of the asset", () => {
    const { buy, sell } = waysOf(market);
    const [out, back] = [spotPrice(market, buy, at), spotPrice(market, sell, at)];
    expect(out.numerator * back.numerator).toBe(out.denominator * back.denominator);
    const ofPt = spotPrice(market, { ...sell, tokenIn: market.pt }, at);
    const whole = [back, ofPt].map((each) => Number(each.numerator) / Number(each.denominator));
    expect((whole[0] ?? 0) + (whole[1] ?? 0)).toBeCloseTo(1e18 / Number(market.rate), 14);
  });
});

describe("defiTokens", () => {
  test("default: YT stands for SY until the expiry, and no yield is told of it", () => {
    const { yt, sy } = market;
    expect(defiTokens(market)[2]).toMatchObject({ address: yt, underlyingTokens: [sy] });
    expect(defiTokens(expired).map(({ address }) => address)).not.toContain(expired.yt);
    expect(apy(market, yt, { at, usd: () => null })).toBe(0);
  });
});

describe("swap", () => {
  function guessOf(amountOut?: bigint) {
    const operation = swap(market, waysOf(market).buy, ONE, amountOut);
    if (operation.kind !== "call") throw new Error("YT is bought by one call.");
    const guess = operation.args[4];
    if (guess?.kind !== "literal") throw new Error("The guess is known.");
    return guess.value;
  }

  test("default: the router is told the PT that what was quoted is, and may leave a ten-millionth", () => {
    const pt = ptForYt(47n * ONE);
    expect(pt).toBeLessThan(47n * ONE);
    expect(guessOf(47n * ONE)).toEqual({
      ...{ guessMin: 0n, guessOffchain: pt, guessMax: 2n * pt },
      ...{ maxIteration: 64n, eps: 10n ** 11n },
    });
  });

  test("behavior: YT counts as a unit of the asset where nothing was quoted", () => {
    expect(guessOf()).toMatchObject({ guessOffchain: market.rate });
  });

  test("behavior: the router is told no more PT than the market takes, though the YT is a step more", () => {
    const full: PendleMarket = {
      ...{ ...market, totalPt: 2_441_005_944_739n, totalSy: 1_164_394_211_755n },
      ...{ supply: 1_710_464_298_989n, keptRate: 1_105_289_644_467_230_567n, rate: ONE },
    };
    const most = mostPtIn(priced(full));
    const beyond = most + (1n << 2n);
    expect(ptForYt(beyond)).toBeGreaterThan(most);
    const operation = swap(full, waysOf(full).buy, ONE, beyond);
    const guess = operation.kind === "call" ? operation.args[4] : undefined;
    expect(guess).toMatchObject({ value: { guessOffchain: most, guessMax: most } });
  });

  test("behavior: YT is sold by the router", () => {
    const operation = swap(market, waysOf(market).sell, ONE);
    if (operation.kind !== "call") throw new Error("YT is sold by one call.");
    expect(operation).toMatchObject({ target: market.router, approve: true });
    expect(operation.function?.name).toBe("swapExactYtForSy");
  });
});
