import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { commonTokens } from "../../../src/api/router/intermediates.ts";
import { partnersOf } from "../../../src/api/router/partners.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { addressOf, createStates, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request } from "./requests.ts";

/** Tokens 0 to 3 are the connectors; those from here on trade as the test says. */
const FIRST = 4;
const TOKENS = 12;

/** Pools by their two tokens and what they are worth, each token a dollar. */
function snapshotOf(pools: readonly (readonly [number, number, number])[]) {
  const states = createStates({ seed: 1, tokens: FIRST, pools: 8 });
  const own = pools.map(([a, b, tvlUsd], n): HeldState => {
    const price = (token: number) => (token === 0 ? 3_000 : 1);
    const market = { a, b, priceA: price(a), priceB: price(b), tvlUsd };
    return { protocol: uniswapV2, state: v2Pool(100 + n, market) };
  });
  return marketOf([...states, ...own], TOKENS);
}

const token = (n: number) => addressOf("token", n);

function path(snapshot: ReturnType<typeof snapshotOf>, from: number, to: number) {
  const found = findRoute(snapshot, request(from, to, ONE), NO_GAS);
  return found.ok ? found.route.hops.map(({ edge }) => edge.tokenOut) : null;
}

describe("findRoute", () => {
  test("behavior: tokens that are paired with unusual tokens alone have routes, in and out", () => {
    const snapshot = snapshotOf([
      [1, 4, 1e6],
      [4, 5, 1e5],
      [5, 6, 1e5],
      [6, 7, 1e5],
    ]);
    for (const unusual of [5, 6, 7]) {
      expect(path(snapshot, 1, unusual)?.at(-1)).toBe(token(unusual));
      expect(path(snapshot, unusual, 0)?.at(-1)).toBe(token(0));
    }
    expect(path(snapshot, 1, 7)).toEqual([token(4), token(5), token(6), token(7)]);
  });

  test("behavior: tokens with a partner in common, which trades with nothing else", () => {
    const snapshot = snapshotOf([
      [4, 5, 1e5],
      [4, 6, 1e5],
    ]);
    expect(path(snapshot, 5, 6)).toEqual([token(4), token(6)]);
    expect(path(snapshot, 5, 1)).toBeNull();
  });

  test("behavior: each end by a partner of its own", () => {
    const snapshot = snapshotOf([
      [1, 4, 1e6],
      [4, 5, 1e5],
      [2, 6, 1e6],
      [6, 7, 1e5],
    ]);
    expect(path(snapshot, 5, 7)?.at(-1)).toBe(token(7));
  });
});

describe("partnersOf", () => {
  test("default: nothing for a token that is common, or trades with a common one", () => {
    const snapshot = snapshotOf([
      [1, 4, 1e6],
      [1, 5, 10],
      [4, 5, 1e7],
    ]);
    const commons = commonTokens(snapshot);
    for (const end of [0, 1, 4, 5]) {
      const ends = { token: token(end), other: token(2) };
      expect(partnersOf(snapshot, commons, ends)).toEqual({ tokens: new Set(), depth: 0 });
    }
  });

  test("behavior: of many partners those that lead on, however deep the others", () => {
    const worthless = [6, 7, 8, 9].map((n): [number, number, number] => [5, n, 1e7]);
    const snapshot = snapshotOf([[1, 4, 1e6], [4, 5, 1e5], ...worthless]);
    const ends = { token: token(5), other: token(0) };
    expect(partnersOf(snapshot, commonTokens(snapshot), ends)).toEqual({
      tokens: new Set([token(4)]),
      depth: 1,
    });
  });

  test("behavior: nothing for a token that leads nowhere", () => {
    const snapshot = snapshotOf([
      [4, 5, 1e5],
      [5, 6, 1e5],
    ]);
    const ends = { token: token(4), other: token(0) };
    expect(partnersOf(snapshot, commonTokens(snapshot), ends).depth).toBe(0);
  });
});
