import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { problemOf } from "../../../src/api/router/engine/request-problem.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import { searchSpace } from "../../../src/api/router/space.ts";
import { addressOf } from "./market.ts";
import { routeOf } from "./requests.ts";
import { createSpammedMarket, requests, TOKENS } from "./spam.ts";

function edgesVisited(snapshot: Snapshot, asked: RouteRequest): number {
  const space = searchSpace(snapshot, asked);
  return problemOf(snapshot, space, { amountIn: 1, gasPrice: 0 }).edges.length;
}

describe("findRoute", () => {
  const { clean, spammed } = createSpammedMarket();

  test("behavior: spam pools change neither the route nor the edges that are looked at", () => {
    expect(spammed.pools.size).toBeGreaterThan(clean.pools.size + 9_900);
    for (const asked of requests) {
      const [honest, hostile] = [routeOf(clean, asked), routeOf(spammed, asked)];
      expect(hostile.amountOut).toBe(honest.amountOut);
      const pools = ({ hops }: typeof honest) => hops.map(({ edge }) => edge.state.id);
      expect(pools(hostile)).toEqual(pools(honest));
      expect(edgesVisited(spammed, asked)).toBe(edgesVisited(clean, asked));
    }
  });

  test("behavior: a token that is no connector is never passed through", () => {
    expect(spammed.connectors.has(addressOf("token", TOKENS))).toBe(false);
    for (const asked of requests) {
      const ends = new Set([asked.tokenIn, asked.tokenOut]);
      for (const { edge } of routeOf(spammed, asked).hops) {
        expect(ends.has(edge.tokenOut) || spammed.connectors.has(edge.tokenOut)).toBe(true);
      }
    }
  });
});
