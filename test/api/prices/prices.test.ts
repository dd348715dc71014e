import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { createPriceBook, createPriceBooks } from "../../../src/api/prices/prices.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import { NAMED_SLUG } from "../../../src/protocols/erc4626/open.ts";
import { pendle } from "../../../src/protocols/pendle/index.ts";
import type { PendlePool } from "../../../src/protocols/pendle/state.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { quote, type UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { vault } from "../../protocols/erc4626/sample.ts";
import { market, wrapper } from "../../protocols/pendle/sample.ts";
import { addressOf, createMarket, marketOf, v2Pool } from "../router/market.ts";
import { dollars } from "./dollars.ts";

type Market = Parameters<typeof v2Pool>[1];

const [WRAPPED, SPAM] = [addressOf("token", 0), addressOf("token", 5)];
const REAL: readonly Market[] = [
  { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 4e6 },
  { a: 0, b: 1, priceA: 3001, priceB: 1, tvlUsd: 3e6 },
  { a: 0, b: 1, priceA: 2999, priceB: 1, tvlUsd: 2e6 },
];

function held(...states: readonly UniswapV2Pool[]): readonly HeldState[] {
  return states.map((state) => ({ protocol: uniswapV2, state }));
}

/** Pools of the given markets with ids from `first` on. */
function pools(markets: readonly Market[], first = 0): readonly UniswapV2Pool[] {
  return markets.map((market, n) => v2Pool(first + n, market));
}

/** Dollars of a token in a market of these pools. */
function priced(states: readonly UniswapV2Pool[], token = WRAPPED): number | null {
  return dollars(createPriceBook(marketOf(held(...states), 8)).usd(token));
}

describe("createPriceBook", () => {
  test("default: prices the native token, connectors and tail tokens from the anchor", () => {
    const book = createPriceBook(createMarket({ seed: 5, tokens: 12, pools: 60 }));
    expect(dollars(book.usd(addressOf("token", 1)))).toBe(1);
    expect(dollars(book.usd(WRAPPED))).toBeCloseTo(3000, -2);
    expect(book.usd(NATIVE)).toEqual(book.usd(WRAPPED));
    for (let n = 2; n < 12; n++) expect(book.usd(addressOf("token", n))).not.toBeNull();
  });

  test("behavior: the same whatever was asked before", () => {
    const snapshot = createMarket({ seed: 6, tokens: 12, pools: 60 });
    const tokens = [...snapshot.tokens.keys()];
    const ask = (order: typeof tokens) => {
      const book = createPriceBook(snapshot);
      return new Map(order.map((token) => [token, book.usd(token)]));
    };
    expect(ask(tokens.toReversed())).toEqual(ask(tokens));
  });

  test("behavior: several deep pools give one price, between theirs", () => {
    const price = priced(pools(REAL)) ?? 0;
    expect(price).toBeGreaterThan(2_999);
    expect(price).toBeLessThan(3_001);
  });

  test("behavior: no price without depth", () => {
    expect(priced(pools([{ a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 5e4 }]))).toBeNull();
    expect(priced(pools(REAL), addressOf("token", 3))).toBeNull();
  });

  test("behavior: no more depth than the token that it is priced through", () => {
    const narrow = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 };
    const wide = { a: 0, b: 5, priceA: 3000, priceB: 2, tvlUsd: 5e7 };
    const book = createPriceBook(marketOf(held(...pools([narrow, wide])), 6));
    expect(dollars(book.usd(SPAM))).toBeCloseTo(2, 3);
    expect(book.usd(SPAM)?.depthUsd).toBe(book.usd(WRAPPED)?.depthUsd);
  });
});

describe("the price of what its issuer trades", () => {
  const [sy, pt, lp] = [addressOf("token", 6), addressOf("token", 7), addressOf("token", 8)];
  const yt = addressOf("token", 9);
  const states: readonly PendlePool[] = [
    { ...market, id: lp, address: lp, sy, pt, expiry: 1_715_768_000n },
    { ...wrapper, id: sy, address: sy, yieldToken: WRAPPED },
  ];
  const wrapped = states.map((state): HeldState => ({ protocol: pendle, state }));

  test("default: PT by its market, as SY is priced by what it stands for", () => {
    const book = createPriceBook(marketOf([...held(...pools(REAL)), ...wrapped], 8));
    const [asset, ofSy, ofPt] = [WRAPPED, sy, pt].map((token) => dollars(book.usd(token)) ?? 0);
    expect(ofSy).toBeCloseTo(asset ?? 0, 0);
    // A unit of the asset, which is less than SY by its rate, half a year before.
    expect((ofPt ?? 0) / (ofSy ?? 1)).toBeCloseTo(1 / 1.18 / Math.sqrt(1.05), 3);
  });

  test("behavior: liquidity by its parts of both", () => {
    const book = createPriceBook(marketOf([...held(...pools(REAL)), ...wrapped], 9));
    const [ofSy, ofPt, ofLp] = [sy, pt, lp].map((token) => dollars(book.usd(token)) ?? 0);
    const worth = 654_321 * (ofSy ?? 0) + 1_234_567 * (ofPt ?? 0);
    expect(worth).toBeGreaterThan(0);
    expect((800_000 * (ofLp ?? 0)) / worth).toBeCloseTo(1, 3);
  });

  test("behavior: YT by what PT leaves of a unit of the asset, also where its fees are much of it", () => {
    for (const routerLnFeeRoot of [6n * 10n ** 14n, 2n * 10n ** 15n]) {
      const ways = states.map((state): HeldState => {
        const isMarket = state.kind === "market";
        const priced: PendlePool = isMarket ? { ...state, yt, routerLnFeeRoot } : state;
        return { protocol: pendle, state: priced };
      });
      const book = createPriceBook(marketOf([...held(...pools(REAL)), ...ways], 10));
      const part = (dollars(book.usd(yt)) ?? 0) / (dollars(book.usd(sy)) ?? 1);
      const exact = (1 - 1 / Math.sqrt(1.05)) / 1.18;
      expect(Math.abs(part / exact - 1)).toBeLessThan(0.002);
    }
  });

  test("behavior: none without a price of what it stands for", () => {
    const [first] = wrapped;
    if (first === undefined) throw new Error("There is a market.");
    const book = createPriceBook(marketOf([...held(...pools(REAL)), first], 8));
    expect(book.usd(pt)).toBeNull();
    expect(book.usd(lp)).toBeNull();
  });
});

describe("a price under attack", () => {
  const honest = priced(pools(REAL));

  test("behavior: thin pools at another price, also many of them and with the first ids", () => {
    for (const priceA of [1, 300, 9_000, 1e6]) {
      const thin = { a: 0, b: 1, priceA, priceB: 1, tvlUsd: 5e4 };
      const many = Array.from({ length: 100 }, () => thin);
      expect(priced([...pools([thin]), ...pools(REAL, 200)])).toBe(honest);
      expect(priced([...pools(many), ...pools(REAL, 200)])).toBe(honest);
    }
  });

  test("behavior: a real but small pool at a wrong price", () => {
    for (const priceA of [1_500, 6_000]) {
      const small = { a: 0, b: 1, priceA, priceB: 1, tvlUsd: 1e6 };
      const price = priced([...pools([small]), ...pools(REAL, 200)]) ?? 0;
      expect(price).toBeGreaterThanOrEqual(2_999);
      expect(price).toBeLessThanOrEqual(3_001);
    }
  });

  test("behavior: the deepest pool moved within the block, next to others that are deeper together: within their fees", () => {
    const [deepest, ...others] = pools(REAL);
    if (deepest === undefined) throw new Error("no pool");
    const { token0, token1 } = deepest;
    for (const [tokenIn, tokenOut] of [
      [token0, token1],
      [token1, token0],
    ] as const) {
      const edge = { action: "swap", tokenIn, tokenOut } as const;
      const reserve = tokenIn === token0 ? deepest.reserve0 : deepest.reserve1;
      for (const part of [2n, 1n]) {
        const moved = quote(deepest, edge, reserve / part);
        if (!moved.ok) throw new Error(moved.reason);
        const price = priced([moved.next, ...others]) ?? 0;
        expect(price).toBeGreaterThanOrEqual(2_985);
        expect(price).toBeLessThanOrEqual(3_015);
      }
    }
  });

  test("behavior: huge fake reserves of a spam token price neither it, nor its shares, nor others", () => {
    const shares = {
      router: null,
      totalSupply: 10n ** 24n,
      kLast: 0n,
      protocolFee: null,
      since: null,
    };
    const thin = v2Pool(7, { a: 0, b: 5, priceA: 3000, priceB: 1, tvlUsd: 100 });
    const fake = { ...thin, reserve1: 10n ** 33n, liquidity: shares };
    const states = [...pools(REAL), fake];
    expect(priced(states)).toBe(honest);
    expect(priced(states, SPAM)).toBeNull();
    expect(priced(states, fake.address)).toBeNull();
  });

  test("behavior: a vault of anybody's code prices neither its share nor its asset", () => {
    const [share, asset] = [addressOf("token", 7), addressOf("token", 1)];
    const dear = { assetsTerm: 10n ** 30n, sharesTerm: 10n ** 18n, totalSupply: 10n ** 24n };
    const bookOf = (slug: string, owned: Address) => {
      const state = { ...vault, ...dear, id: share, address: share, asset: owned, slug };
      const states = [...held(...pools(REAL)), { protocol: erc4626, state }];
      return createPriceBook(marketOf(states, 8));
    };
    expect(dollars(bookOf("metamorpho", asset).usd(share))).toBe(1e12);
    expect(bookOf(NAMED_SLUG, asset).usd(share)).toBeNull();
    const wrapped = bookOf(NAMED_SLUG, WRAPPED);
    expect(wrapped.usd(share)).toBeNull();
    expect(dollars(wrapped.usd(WRAPPED))).toBe(honest);
  });

  test("behavior: a spam token with a real pool of its own makes no other token or share dearer", () => {
    const real = v2Pool(7, { a: 0, b: 5, priceA: 3000, priceB: 1, tvlUsd: 1e6 });
    const against = v2Pool(8, { a: 5, b: 6, priceA: 1, priceB: 1e6, tvlUsd: 1e9 });
    const shares = {
      router: null,
      totalSupply: 10n ** 24n,
      kLast: 0n,
      protocolFee: null,
      since: null,
    };
    const thin = v2Pool(9, { a: 0, b: 5, priceA: 3000, priceB: 1, tvlUsd: 100 });
    const fake = { ...thin, reserve1: 10n ** 33n, liquidity: shares };
    const snapshot = marketOf(held(...pools(REAL), real, against, fake), 8);
    const tokens = new Map(snapshot.tokens).set(fake.address, {
      address: fake.address,
      decimals: 18,
      symbol: "FAKE",
      name: "FAKE",
    });
    const book = createPriceBook({ ...snapshot, tokens });
    expect(dollars(book.usd(SPAM))).toBeCloseTo(1, 1);
    expect(dollars(book.usd(WRAPPED))).toBe(honest);
    expect(book.usd(addressOf("token", 6))).toBeNull();
    expect(book.usd(fake.address)).toBeNull();
  });
});

describe("createPriceBooks", () => {
  test("default: one book per snapshot", () => {
    const snapshot = marketOf(held(...pools(REAL)), 4);
    const pricesOf = createPriceBooks();
    expect(pricesOf(snapshot)).toBe(pricesOf(snapshot));
    expect(pricesOf({ ...snapshot })).not.toBe(pricesOf(snapshot));
  });
});
