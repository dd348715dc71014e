import { describe, expect, test } from "vitest";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import { createStates, marketOf } from "./market.ts";
import { ONE, request } from "./requests.ts";

const TOKENS = 8;
/** 10 gwei where all tokens are worth about as much as the native one. */
const GAS: GasPrice = { numerator: 10n ** 10n, denominator: 1n };

describe("findRoute", () => {
  test("behavior: alternatives are told where they are asked for, and change nothing else", () => {
    let told = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const market = marketOf(createStates({ seed, tokens: TOKENS, pools: 40 }), TOKENS);
      const asked = request(seed % TOKENS, (seed + 3) % TOKENS, BigInt(seed) * ONE);
      const plain = findRoute(market, asked, GAS);
      const explained = findRoute(market, { ...asked, alternatives: true }, GAS);
      if (!plain.ok || !explained.ok) throw new Error("no route");
      const { alternatives, ...route } = explained.route;
      expect(plain.route).toEqual({ ...route, alternatives: expect.anything() });
      const own = route.hops.map(({ edge }) => edge.state.id).join();
      for (const { pools } of alternatives) expect(pools.join()).not.toBe(own);
      expect(alternatives.length).toBeGreaterThanOrEqual(plain.route.alternatives.length);
      told += alternatives.length;
    }
    expect(told).toBeGreaterThan(10);
  });
});
