import { describe, expect, test } from "vitest";
import { withConnectors } from "../../../src/api/graph/build.ts";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { chooseConnectors } from "../../../src/api/prices/choose-connectors.ts";
import { createPriceBook } from "../../../src/api/prices/prices.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { addressOf, createStates, marketOf, v2Pool } from "../router/market.ts";

const TOKENS = 30;
const token = (n: number) => addressOf("token", n);

/**
 * The connectors 0 to 3 with their pools, and pools by their two tokens and what they are worth.
 */
function snapshotOf(pools: readonly (readonly [number, number, number])[]) {
  const states = createStates({ seed: 1, tokens: 4, pools: 8 });
  const own = pools.map(([a, b, tvlUsd], n): HeldState => {
    const market = { a, b, priceA: 1, priceB: 1, tvlUsd };
    return { protocol: uniswapV2, state: v2Pool(100 + n, market) };
  });
  return marketOf([...states, ...own], TOKENS);
}

/** Pools of a token with `count` others that trade with nothing else. */
function partners(of: number, first: number, count: number) {
  return Array.from({ length: count }, (_, n): [number, number, number] => [of, first + n, 1e5]);
}

describe("chooseConnectors", () => {
  test("default: by depth with connectors times the tokens that need them", () => {
    const pools: [number, number, number][] = [
      [1, 4, 1e6],
      ...partners(4, 10, 3),
      [1, 5, 1e6],
      ...partners(5, 15, 5),
    ];
    expect(chooseConnectors(snapshotOf(pools))).toEqual([token(5), token(4)]);
  });

  test("behavior: not of tokens without depth, with fewer partners, or whose partners need none", () => {
    const pools: [number, number, number][] = [
      [1, 4, 100],
      ...partners(4, 10, 3),
      [1, 5, 1e6],
      ...partners(5, 15, 2),
      [1, 6, 1e6],
      ...partners(6, 20, 3),
      ...[20, 21, 22].map((n): [number, number, number] => [1, n, 1e5]),
    ];
    expect(chooseConnectors(snapshotOf(pools))).toEqual([]);
  });

  test("behavior: prices do not hang on the choice", () => {
    const snapshot = snapshotOf([[1, 4, 1e6], ...partners(4, 10, 3)]);
    const graph = { snapshot, states: new Map(), parts: {} } as never;
    const chosen = withConnectors(graph, chooseConnectors(snapshot)).snapshot;
    expect(chosen.connectors.has(token(4))).toBe(true);
    const [before, after] = [createPriceBook(snapshot), createPriceBook(chosen)];
    expect(before.usd(token(4))).not.toBeNull();
    for (const n of [0, 1, 4, 10]) expect(after.usd(token(n))).toEqual(before.usd(token(n)));
    expect(after.usd(token(10))).toBeNull();
  });
});
