import { deserialize, serialize } from "node:v8";
import { describe, expect, test } from "vitest";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { fromPlain, toPlain } from "../../../src/api/search/plain-route.ts";
import { createMarket, createRandom, createStates, marketOf } from "../router/market.ts";
import { NO_GAS, ONE, request } from "../router/requests.ts";

const TOKENS = 16;

describe("fromPlain", () => {
  test("default: the route that was sent, field by field, or its refusal", () => {
    const random = createRandom(3);
    const snapshot = createMarket({ seed: 3, tokens: TOKENS, pools: 60 });
    let [routes, refusals, splits] = [0, 0, 0];
    for (let n = 0; n < 300; n++) {
      const [tokenIn, tokenOut] = [0, 0].map(() => Math.floor(random() * (TOKENS + 1)));
      if (tokenIn === undefined || tokenOut === undefined || tokenIn === tokenOut) continue;
      const amountIn = BigInt(Math.floor(10 ** (random() * 22))) * (n % 9 === 0 ? ONE * ONE : 1n);
      const found = findRoute(snapshot, request(tokenIn, tokenOut, amountIn + 1n), NO_GAS);
      const arrived = fromPlain(deserialize(serialize(toPlain(found))), snapshot);
      expect(arrived).toEqual(found);
      if (!found.ok) refusals += 1;
      else if (arrived?.ok) {
        routes += 1;
        if (found.route.hops.some(({ shareX64 }) => shareX64 !== null)) splits += 1;
        const edges = found.route.hops.map(({ edge }) => edge);
        for (const [i, hop] of arrived.route.hops.entries()) expect(hop.edge).toBe(edges[i]);
      }
    }
    expect(Math.min(routes, refusals, splits)).toBeGreaterThan(10);
  });

  test("behavior: null on a snapshot whose pools differ", () => {
    const states = createStates({ seed: 3, tokens: TOKENS, pools: 60 });
    const found = findRoute(marketOf(states, TOKENS), request(4, 5, ONE), NO_GAS);
    const used = new Set(found.ok ? found.route.hops.map(({ edge }) => edge.state.id) : []);
    expect(used.size).toBeGreaterThan(0);
    const fewer = states.filter(({ state }) => !used.has(state.id));
    expect(fromPlain(toPlain(found), marketOf(fewer, TOKENS))).toBeNull();
    const other = createStates({ seed: 4, tokens: TOKENS, pools: 60 });
    expect(fromPlain(toPlain(found), marketOf(other, TOKENS))).toBeNull();
  });
});
