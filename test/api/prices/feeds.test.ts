import { describe, expect, test } from "vitest";
import type { PriceFeedAnswer, Snapshot } from "../../../src/api/graph/snapshot.ts";
import { FEED_DEPTH_USD, feedOffer, feedPrice } from "../../../src/api/prices/feeds.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import { medianPrice } from "../../../src/api/prices/usd-price.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { quote } from "../../../src/protocols/uniswap-v2/pool.ts";
import { addressOf, marketOf, v2Pool } from "../router/market.ts";
import { dollars } from "./dollars.ts";

type Market = Parameters<typeof v2Pool>[1];
type Feeds = readonly (readonly [token: number, usd: number, changes?: Partial<PriceFeedAnswer>])[];

const [WRAPPED, ANCHOR, SECOND, TAIL] = [0, 1, 2, 5].map((n) => addressOf("token", n)) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
];
const HOUR = 3_600;
const BLOCK_TIME = 1_700_000_000;

/** A market of these pools whose tokens have feeds that answered a minute ago. */
function market(markets: readonly Market[], feeds: Feeds): Snapshot {
  const states = markets.map((of, n) => ({ protocol: uniswapV2, state: v2Pool(n, of) }));
  return withFeeds(marketOf(states, 8), feeds);
}

function withFeeds(snapshot: Snapshot, feeds: Feeds): Snapshot {
  const fresh = { decimals: 8, updatedAt: BigInt(BLOCK_TIME - 60), heartbeatSeconds: HOUR };
  const priceFeeds = new Map(
    feeds.map(([token, usd, changes]) => [
      addressOf("token", token),
      { ...fresh, answer: BigInt(Math.round(usd * 1e8)), ...changes },
    ]),
  );
  return { ...snapshot, priceFeeds };
}

function priced(snapshot: Snapshot, token = WRAPPED): number | null {
  return dollars(createPriceBook(snapshot).usd(token));
}

const DEEP: Market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e8 };
const THIN: Market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 2e6 };

describe("feedPrice", () => {
  const of = (changes: Partial<PriceFeedAnswer>) =>
    feedPrice(market([DEEP], [[0, 3000, changes]]), WRAPPED);

  test("default: dollars per smallest unit", () => {
    expect(of({})).toEqual({ numerator: 300_000_000_000n, denominator: 10n ** 26n });
    expect(feedPrice(market([DEEP], [[0, 3000]]), ANCHOR)).toBeNull();
  });

  test("behavior: decimals are the feed's own", () => {
    const price = of({ answer: 3000n * 10n ** 18n, decimals: 18 });
    expect(price && dollars({ ...price, depthUsd: 0n })).toBe(3000);
  });

  test("behavior: none of 0, negative, from the future or before the first round", () => {
    for (const answer of [0n, -1n, -(10n ** 60n)]) expect(of({ answer })).toBeNull();
    for (const updatedAt of [0n, BigInt(BLOCK_TIME + 1), 2n ** 255n]) {
      expect(of({ updatedAt })).toBeNull();
    }
    expect(of({ updatedAt: BigInt(BLOCK_TIME) })).not.toBeNull();
  });

  test("behavior: as old as the heartbeat and 15 minutes, no older", () => {
    for (const heartbeatSeconds of [60, HOUR, 86_400]) {
      const oldest = BigInt(BLOCK_TIME - heartbeatSeconds - 900);
      expect(of({ heartbeatSeconds, updatedAt: oldest })).not.toBeNull();
      expect(of({ heartbeatSeconds, updatedAt: oldest - 1n })).toBeNull();
    }
  });

  test("behavior: none of a token that is not listed", () => {
    const snapshot = market([DEEP], [[7, 3000]]);
    expect(feedPrice(snapshot, addressOf("token", 7))).toBeNull();
  });
});

describe("feedOffer", () => {
  test("default: 1 % around the answer, which alone is the price", () => {
    const offer = feedOffer(market([DEEP], [[0, 3000]]), WRAPPED);
    if (offer === null) throw new Error("no offer");
    const { low, high, depthUsd } = offer;
    expect(dollars({ ...low, depthUsd })).toBe(2970);
    expect(dollars({ ...high, depthUsd })).toBe(3030);
    expect(depthUsd).toBe(FEED_DEPTH_USD);
    expect(dollars(medianPrice([offer]))).toBe(3000);
  });
});

describe("a stablecoin's feed", () => {
  test("default: it is worth what the feed says, and so is what trades against it", () => {
    const snapshot = market([{ ...DEEP, priceA: 3000 / 0.9 }], [[1, 0.9]]);
    expect(priced(snapshot, ANCHOR)).toBe(0.9);
    expect(priced(snapshot)).toBeCloseTo(3000, 1);
  });

  test("behavior: a dollar without a usable answer", () => {
    const updatedAt = BigInt(BLOCK_TIME - HOUR - 901);
    for (const changes of [{ updatedAt }, { answer: 0n }, { answer: -90_000_000n }]) {
      expect(priced(market([DEEP], [[1, 0.9, changes]]), ANCHOR)).toBe(1);
    }
  });

  test("behavior: no pool moves it", () => {
    const against = { a: 0, b: 1, priceA: 3000, priceB: 100, tvlUsd: 1e9 };
    expect(
      priced(
        market(
          [against, against],
          [
            [0, 3000],
            [1, 0.9],
          ],
        ),
        ANCHOR,
      ),
    ).toBe(0.9);
  });
});

describe("a connector's feed", () => {
  test("default: its price where there are no pools, of the native token too", () => {
    const snapshot = market([{ ...THIN, tvlUsd: 1e4 }], [[0, 3000]]);
    expect(priced(snapshot)).toBe(3000);
    expect(priced(snapshot, NATIVE)).toBe(3000);
    expect(priced(market([{ ...THIN, tvlUsd: 1e4 }], []))).toBeNull();
  });

  test("behavior: it prices others", () => {
    const thin = { ...THIN, tvlUsd: 1e4 };
    const tail = { a: 0, b: 5, priceA: 3000, priceB: 2, tvlUsd: 5e6 };
    expect(priced(market([thin, tail], [[0, 3000]]), TAIL)).toBeCloseTo(2, 3);
  });

  test("behavior: a thin pool moved to any price does not move it", () => {
    for (const priceA of [1, 1_500, 2_900, 3_100, 6_000, 1e6]) {
      // As trades leave it, which keep the product of its reserves.
      const tvlUsd = THIN.tvlUsd * Math.sqrt(priceA / 3000);
      const price = priced(market([{ ...THIN, priceA, tvlUsd }], [[0, 3000]]));
      expect(price, `a pool at ${priceA}`).toBe(3000);
    }
  });

  test("behavior: a pool traded empty within the block does not move it", () => {
    const pool = v2Pool(0, THIN);
    for (const [tokenIn, tokenOut, reserve] of [
      [pool.token0, pool.token1, pool.reserve0],
      [pool.token1, pool.token0, pool.reserve1],
    ] as const) {
      const moved = quote(pool, { action: "swap", tokenIn, tokenOut }, 3n * reserve);
      if (!moved.ok) throw new Error(moved.reason);
      const snapshot = marketOf([{ protocol: uniswapV2, state: moved.next }], 8);
      expect(priced(withFeeds(snapshot, [[0, 3000]]))).toBe(3000);
      expect(priced(snapshot)).not.toBeCloseTo(3000, -3);
    }
  });

  test("behavior: within 1 % of the answer deep pools know better", () => {
    expect(priced(market([{ ...DEEP, priceA: 3020 }], [[0, 3000]]))).toBeCloseTo(3020, 0);
  });

  test("behavior: a stuck feed is overruled by pools that are deeper", () => {
    const pools = [2_499, 2_500, 2_501].map((priceA) => ({ ...DEEP, priceA }));
    const price = priced(market(pools, [[0, 3000]]));
    expect(price).toBeGreaterThan(2_490);
    expect(price).toBeLessThan(2_510);
  });

  test("behavior: a deep pool that is moved is outvoted by the feed and honest pools", () => {
    const honest = { ...DEEP, tvlUsd: 5e7 };
    for (const priceA of [1_500, 6_000]) {
      const pools = [honest, honest, { ...DEEP, priceA, tvlUsd: 5e7 }];
      const price = priced(market(pools, [[0, 3000]]));
      expect(price).toBeGreaterThanOrEqual(2_970);
      expect(price).toBeLessThanOrEqual(3_030);
    }
  });

  test("behavior: without a usable answer the pools' price, as without a feed", () => {
    const pools = [DEEP, { ...THIN, priceA: 2_900 }];
    const without = priced(market(pools, []));
    for (const changes of [{ answer: 0n }, { answer: -1n }, { updatedAt: 0n }]) {
      expect(priced(market(pools, [[0, 9_000, changes]]))).toBe(without);
    }
  });
});

describe("another token's feed", () => {
  test("default: its price where there are no pools, but not that of others", () => {
    const spam = { a: 5, b: 6, priceA: 1, priceB: 1e6, tvlUsd: 1e9 };
    const snapshot = market([DEEP, spam], [[5, 2]]);
    expect(priced(snapshot, TAIL)).toBe(2);
    expect(priced(snapshot, addressOf("token", 6))).toBeNull();
  });

  test("behavior: a thin pool of it at another price does not move it", () => {
    const thin = { a: 0, b: 5, priceA: 3000, priceB: 20, tvlUsd: 2e6 };
    expect(priced(market([DEEP, thin], [[5, 2]]), TAIL)).toBe(2);
    expect(priced(market([DEEP, thin], []), TAIL)).toBeCloseTo(20, 1);
  });

  test("behavior: the same whatever was asked before", () => {
    const pools = [DEEP, { a: 0, b: 2, priceA: 3000, priceB: 5, tvlUsd: 1e7 }];
    const snapshot = market(pools, [
      [0, 3010],
      [1, 0.99],
      [2, 5.01],
      [5, 2],
    ]);
    const tokens = [WRAPPED, ANCHOR, SECOND, TAIL];
    const ask = (order: typeof tokens) => {
      const book = createPriceBook(snapshot);
      return new Map(order.map((token) => [token, book.usd(token)]));
    };
    expect(ask(tokens.toReversed())).toEqual(ask(tokens));
  });
});
