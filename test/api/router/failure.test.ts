import { describe, expect, test } from "vitest";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { addressOf, createMarket, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

describe("findRoute", () => {
  test("error: no-route when the tokens are in separate parts of the graph", () => {
    const pair = v2Pool(1, { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 });
    const snapshot = marketOf([{ protocol: uniswapV2, state: pair }], 6);
    expect(findRoute(snapshot, request(0, 5, ONE), NO_GAS)).toEqual({
      ok: false,
      reason: "no-route",
    });
  });

  test("error: amount-too-small names the smallest amount that pays", () => {
    const pair = v2Pool(1, { a: 0, b: 1, priceA: 1, priceB: 3000, tvlUsd: 1e6 });
    const snapshot = marketOf([{ protocol: uniswapV2, state: pair }], 4);
    const result = findRoute(snapshot, request(0, 1, 7n), NO_GAS);
    if (result.ok || result.reason !== "amount-too-small") throw new Error("expected a failure");
    const { minAmountIn } = result;
    expect(findRoute(snapshot, request(0, 1, minAmountIn), NO_GAS).ok).toBe(true);
    expect(findRoute(snapshot, request(0, 1, minAmountIn - 1n), NO_GAS).ok).toBe(false);
  });

  test("error: insufficient-liquidity names the largest amount that a path takes, to the unit", () => {
    const pair = v2Pool(1, { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 });
    const snapshot = marketOf([{ protocol: uniswapV2, state: pair }], 4);
    const result = findRoute(snapshot, request(0, 1, 1n << 130n), NO_GAS);
    if (result.ok || result.reason !== "insufficient-liquidity")
      throw new Error("expected failure");
    const { maxAmountIn } = result;
    expect(findRoute(snapshot, request(0, 1, maxAmountIn), NO_GAS).ok).toBe(true);
    expect(findRoute(snapshot, request(0, 1, maxAmountIn + 1n), NO_GAS).ok).toBe(false);
  });

  test("error: insufficient-liquidity names more than one path takes where splits take more", () => {
    const market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 };
    const states = [1, 2, 3].map((n) => ({ protocol: uniswapV2, state: v2Pool(n, market) }));
    const single = findRoute(marketOf(states.slice(0, 1), 4), request(0, 1, 1n << 130n), NO_GAS);
    const snapshot = marketOf(states, 4);
    const result = findRoute(snapshot, request(0, 1, 1n << 130n), NO_GAS);
    if (result.ok || result.reason !== "insufficient-liquidity") throw new Error("no failure");
    if (single.ok || single.reason !== "insufficient-liquidity") throw new Error("no failure");
    const { maxAmountIn } = result;
    expect(maxAmountIn).toBeGreaterThan((single.maxAmountIn * 29n) / 10n);
    const works = (amountIn: bigint) => findRoute(snapshot, request(0, 1, amountIn), NO_GAS).ok;
    expect(works(maxAmountIn)).toBe(true);
    expect(works(maxAmountIn + maxAmountIn / 100_000n)).toBe(false);
  });

  describe("under limits", () => {
    const pairOf = (n: number, a: number, b: number) => ({
      protocol: uniswapV2,
      state: v2Pool(n, { a, b, priceA: 3000, priceB: 3000, tvlUsd: 1e6 }),
    });
    const wrapper = {
      protocol: wrappedNative,
      state: {
        ...{ id: addressOf("token", 0), token: addressOf("token", 0) },
        ...{ slug: "weth", updatedBlock: 0 },
      },
    };
    // One leg to token 1, two over token 2 to token 3.
    const snapshot = marketOf([wrapper, pairOf(1, 0, 1), pairOf(2, 0, 2), pairOf(3, 2, 3)], 4);
    const native = { tokenIn: NATIVE } as const;

    test("behavior: a wrap is no leg of the amount named", () => {
      const asked = { ...request(0, 1, 1n << 130n), ...native, maxLegs: 1 };
      const result = findRoute(snapshot, asked, NO_GAS);
      if (result.ok || result.reason !== "insufficient-liquidity") throw new Error("no failure");
      const { maxAmountIn } = result;
      expect(maxAmountIn).toBeGreaterThan(ONE);
      expect(findRoute(snapshot, { ...asked, amountIn: maxAmountIn }, NO_GAS).ok).toBe(true);
      expect(findRoute(snapshot, { ...asked, amountIn: maxAmountIn + 1n }, NO_GAS).ok).toBe(false);
    });

    test("error: no-route where every path has too many legs", () => {
      const asked = { ...request(0, 3, ONE), ...native };
      expect(findRoute(snapshot, { ...asked, maxLegs: 2 }, NO_GAS).ok).toBe(true);
      const none = { ok: false, reason: "no-route" };
      expect(findRoute(snapshot, { ...asked, maxLegs: 1 }, NO_GAS)).toEqual(none);
    });

    test("error: no-route where every path needs too much gas, one unit less than the least", () => {
      const { gas } = routeOf(snapshot, request(0, 3, ONE));
      const asked = request(0, 3, ONE);
      expect(findRoute(snapshot, { ...asked, maxGas: (gas * 11n) / 10n }, NO_GAS).ok).toBe(true);
      const none = { ok: false, reason: "no-route" };
      for (const maxGas of [gas - 1n, gas / 2n, 1n])
        expect(findRoute(snapshot, { ...asked, maxGas }, NO_GAS)).toEqual(none);
    });
  });

  test("behavior: the amounts named work in random markets, and a bit more does not", () => {
    let tried = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const snapshot = createMarket({ seed, tokens: 10, pools: 24 });
      const result = findRoute(snapshot, request(seed % 10, (seed + 3) % 10, 10n ** 60n), NO_GAS);
      if (result.ok || result.reason !== "insufficient-liquidity") continue;
      tried += 1;
      const works = (amountIn: bigint) =>
        findRoute(snapshot, request(seed % 10, (seed + 3) % 10, amountIn), NO_GAS).ok;
      expect(works(result.maxAmountIn)).toBe(true);
      expect(works(result.maxAmountIn + result.maxAmountIn / 100_000n)).toBe(false);
      expect(works(ONE)).toBe(true);
    }
    expect(tried).toBeGreaterThan(6);
  });
});
