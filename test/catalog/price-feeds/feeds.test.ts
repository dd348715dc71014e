import { getAddress, isAddress } from "viem";
import { describe, expect, test } from "vitest";
import { feedsOf, PRICE_FEEDS } from "../../../src/catalog/price-feeds/feeds.ts";
import { CHAINS } from "../../../src/lib/chains.ts";

describe("PRICE_FEEDS", () => {
  test("default: of every chain but Berachain, where none is known", () => {
    const without = [...CHAINS.keys()].filter((chainId) => !PRICE_FEEDS.has(chainId));
    expect(without).toEqual([80094]);
    for (const chainId of PRICE_FEEDS.keys()) expect(CHAINS.has(chainId)).toBe(true);
  });

  test.each([...PRICE_FEEDS])("behavior: those of chain %i are valid", (chainId, byToken) => {
    for (const [token, { feed, heartbeatSeconds }] of byToken) {
      for (const address of [token, feed]) {
        expect(address).toBe(address.toLowerCase());
        expect(isAddress(getAddress(address))).toBe(true);
      }
      expect(byToken.has(feed)).toBe(false);
      expect(heartbeatSeconds).toBeGreaterThan(0);
      expect(heartbeatSeconds).toBeLessThanOrEqual(86_400);
    }
    const chain = CHAINS.get(chainId);
    expect(byToken.has(chain?.wrappedNative ?? "0x")).toBe(true);
    expect(chain?.usdAnchors.some((anchor) => byToken.has(anchor))).toBe(true);
  });
});

describe("feedsOf", () => {
  test("default: each feed once, none of a chain without", () => {
    for (const [chainId, byToken] of PRICE_FEEDS) {
      const feeds = feedsOf(chainId);
      expect(new Set(feeds).size).toBe(feeds.length);
      for (const { feed } of byToken.values()) expect(feeds).toContain(feed);
    }
    expect(feedsOf(80094)).toEqual([]);
  });
});
