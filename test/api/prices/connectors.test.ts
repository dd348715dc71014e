import { describe, expect, test } from "vitest";
import { priceConnectors } from "../../../src/api/prices/connectors.ts";
import { MOST_DEPTH_USD } from "../../../src/api/prices/depth.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { addressOf, marketOf, v2Pool } from "../router/market.ts";
import { dollars } from "./dollars.ts";

type Market = Parameters<typeof v2Pool>[1];

const [WRAPPED, ANCHOR] = [addressOf("token", 0), addressOf("token", 1)];
const [SECOND, THIRD] = [addressOf("token", 2), addressOf("token", 3)];
const native: Market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 5e6 };

function market(...markets: readonly Market[]) {
  const pools = markets.map((of, n) => ({ protocol: uniswapV2, state: v2Pool(n, of) }));
  const wrapper = { id: WRAPPED, slug: "weth", updatedBlock: 0, token: WRAPPED };
  return marketOf([{ protocol: wrappedNative, state: wrapper }, ...pools], 6);
}

describe("priceConnectors", () => {
  test("default: anchors at a dollar, connectors through them and through each other", () => {
    const prices = priceConnectors(
      market(
        native,
        { a: 0, b: 2, priceA: 3000, priceB: 20, tvlUsd: 3e6 },
        { a: 2, b: 3, priceA: 20, priceB: 5, tvlUsd: 2e6 },
      ),
    );
    expect(prices.get(ANCHOR)).toEqual({
      numerator: 1n,
      denominator: 10n ** 18n,
      depthUsd: MOST_DEPTH_USD,
    });
    expect(dollars(prices.get(WRAPPED) ?? null)).toBeCloseTo(3000, 0);
    expect(dollars(prices.get(SECOND) ?? null)).toBeCloseTo(20, 2);
    expect(dollars(prices.get(THIRD) ?? null)).toBeCloseTo(5, 2);
    expect(prices.get(NATIVE)).toBe(prices.get(WRAPPED));
  });

  test("behavior: the deepest is priced first, so that a shallow connector does not price it", () => {
    const wrong = { a: 0, b: 2, priceA: 6000, priceB: 20, tvlUsd: 4e6 };
    const shallow = { a: 1, b: 2, priceA: 1, priceB: 20, tvlUsd: 4e5 };
    const prices = priceConnectors(market(native, wrong, shallow));
    expect(prices.get(WRAPPED)).toEqual(priceConnectors(market(native)).get(WRAPPED));
  });

  test("behavior: none without depth, and none for what is no connector", () => {
    const prices = priceConnectors(
      market(
        native,
        { a: 0, b: 2, priceA: 3000, priceB: 20, tvlUsd: 1e4 },
        { a: 0, b: 5, priceA: 3000, priceB: 20, tvlUsd: 5e6 },
      ),
    );
    expect([...prices.keys()].sort()).toEqual([WRAPPED, ANCHOR, NATIVE].sort());
  });
});
