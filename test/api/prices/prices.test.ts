import { describe, expect, test } from "vitest";
import { priceImpactBps } from "../../../src/api/prices/price-impact.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import type { UsdPrice } from "../../../src/api/prices/usd-price.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { addressOf, createMarket, marketOf, v2Pool } from "../router/market.ts";

const WHOLE = 10n ** 18n;

function dollars(price: UsdPrice | null): number | null {
  if (price === null) return null;
  return Number((price.numerator * WHOLE * 10n ** 9n) / price.denominator) / 1e9;
}

function pools(...markets: Parameters<typeof v2Pool>[1][]) {
  return markets.map((market, n) => ({ protocol: uniswapV2, state: v2Pool(n, market) }));
}

describe("createPriceBook", () => {
  test("default: prices the native token, connectors and tail tokens from the anchor", () => {
    const book = createPriceBook(createMarket({ seed: 5, tokens: 12, pools: 60 }));
    expect(dollars(book.usd(addressOf("token", 1)))).toBe(1);
    expect(dollars(book.usd(addressOf("token", 0)))).toBeCloseTo(3000, -2);
    expect(book.usd(NATIVE)).toEqual(book.usd(addressOf("token", 0)));
    for (let n = 2; n < 12; n++) expect(book.usd(addressOf("token", n))).not.toBeNull();
  });

  test("behavior: a thin pool at another price does not move the deep one's", () => {
    const deep = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 5e6 };
    const thin = { a: 0, b: 1, priceA: 9000, priceB: 1, tvlUsd: 2e5 };
    const alone = createPriceBook(marketOf(pools(deep), 4)).usd(addressOf("token", 0));
    const both = createPriceBook(marketOf(pools(deep, thin), 4)).usd(addressOf("token", 0));
    expect(dollars(both)).toBe(dollars(alone));
  });

  test("behavior: no price without depth, however large the reserve of the token itself", () => {
    const real = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 5e6 };
    const fake = v2Pool(7, { a: 0, b: 5, priceA: 3000, priceB: 1, tvlUsd: 100 });
    const states = [
      ...pools(real),
      { protocol: uniswapV2, state: { ...fake, reserve1: 10n ** 33n } },
    ];
    const book = createPriceBook(marketOf(states, 6));
    expect(book.usd(addressOf("token", 5))).toBeNull();
    expect(book.usd(addressOf("token", 3))).toBeNull();
  });

  test("behavior: the weakest pool on the way bounds the depth", () => {
    const wide = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 5e7 };
    const narrow = { a: 0, b: 5, priceA: 3000, priceB: 2, tvlUsd: 1e6 };
    const book = createPriceBook(marketOf(pools(wide, narrow), 6));
    const [via, end] = [book.usd(addressOf("token", 0)), book.usd(addressOf("token", 5))];
    expect(dollars(end)).toBeCloseTo(2, 6);
    expect(end?.depthUsd).toBeLessThan(via?.depthUsd ?? 0n);
  });
});

describe("priceImpactBps", () => {
  const dollar: UsdPrice = { numerator: 1n, denominator: 1n, depthUsd: 1n };

  test("default: lost share of the value, rounded down", () => {
    const impact = priceImpactBps(
      { amount: 30_000n, price: dollar },
      { amount: 29_900n, price: dollar },
    );
    expect(impact).toBe(33);
  });

  test("behavior: a gain is no impact", () => {
    expect(priceImpactBps({ amount: 10n, price: dollar }, { amount: 11n, price: dollar })).toBe(0);
  });

  test("behavior: null when a price is missing", () => {
    expect(priceImpactBps({ amount: 10n, price: dollar }, { amount: 9n, price: null })).toBeNull();
  });
});
