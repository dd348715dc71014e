import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { threePool } from "../../protocols/curve-stableswap/sample.ts";
import { addressOf, marketOf, v2Pool } from "./market.ts";
import { ONE, request, routeOf } from "./requests.ts";

const MILLION = 1_000_000n * ONE;

/** Three dollars of 18 decimals in one pool, and pairs of each two of them. */
function dollars(): Snapshot {
  const pool: CurvePool = {
    ...threePool,
    coins: [1, 2, 3].map((n) => addressOf("token", n)),
    rates: [ONE, ONE, ONE],
    balances: [4n * MILLION, 5n * MILLION, 6n * MILLION],
    supply: 15n * MILLION,
    ...{ initialA: 200n, futureA: 200n, initialATime: 0n, futureATime: 0n },
  };
  const pairs = [
    [1, 2],
    [1, 3],
    [2, 3],
  ].map(([a = 0, b = 0], n): HeldState => {
    const market = { a, b, priceA: 1, priceB: 1, tvlUsd: 2e6 };
    return { protocol: uniswapV2, state: v2Pool(n, market) };
  });
  return marketOf([{ protocol: curveStableswap, state: pool }, ...pairs], 4);
}

describe("findRoute", () => {
  test("behavior: a plan trades one pair of a pool of several tokens", () => {
    const snapshot = dollars();
    for (const amountIn of [ONE, 1_000n * ONE, 100_000n * ONE, MILLION, 3n * MILLION]) {
      const { hops, amountOut } = routeOf(snapshot, request(1, 2, amountIn));
      const pools = hops.map(({ edge }) => edge.state.id);
      expect(new Set(pools).size).toBe(pools.length);
      expect(amountOut).toBeGreaterThan(0n);
    }
  });

  test("behavior: a large trade is split between the pool and the pairs", () => {
    const { hops } = routeOf(dollars(), request(1, 2, 6n * MILLION));
    const slugs = new Set(hops.map(({ edge }) => edge.protocol.family));
    expect([...slugs].sort()).toEqual(["curve-stableswap", "uniswap-v2"]);
    expect(hops.length).toBeGreaterThan(1);
  });
});
