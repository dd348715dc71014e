import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { problemOf } from "../../../src/api/router/engine/request-problem.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import { searchSpace } from "../../../src/api/router/space.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { addressOf, createRandom, createStates, marketOf, v2Pool } from "./market.ts";
import { ONE, request, routeOf } from "./requests.ts";

const TOKENS = 40;
const CONNECTORS = 4;
const SPAM_TOKENS = 2_000;
const SPAM_POOLS = 10_000;
const RUNS = 200;

const requests = [
  request(0, 1, 20n * ONE),
  request(1, 7, 5_000n * ONE),
  request(12, 30, 100n * ONE),
  request(20, 2, 300n * ONE),
];

/** Pools with reserves beyond any supply: half of spam tokens with the market's own, half among spam tokens. */
function spam(): readonly HeldState[] {
  const random = createRandom(99);
  const pick = (from: number, count: number): number => from + Math.floor(random() * count);
  return Array.from({ length: SPAM_POOLS }, (_, n) => {
    const a = pick(TOKENS, SPAM_TOKENS);
    const other = n % 4 === 0 ? pick(0, TOKENS) : pick(0, CONNECTORS);
    const b = n % 2 === 0 ? other : TOKENS + ((a - TOKENS + 1 + n) % SPAM_TOKENS);
    const market = { a, b: a === b ? 0 : b, priceA: 1, priceB: 10 ** pick(-6, 12), tvlUsd: 1e13 };
    return { protocol: uniswapV2, state: v2Pool(10_000 + n, market) };
  });
}

function edgesVisited(snapshot: Snapshot, asked: RouteRequest): number {
  const space = searchSpace(snapshot, asked);
  return problemOf(snapshot, space, { amountIn: 1, gasPrice: 0 }).edges.length;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

describe("findRoute", () => {
  const states = createStates({ seed: 5, tokens: TOKENS, pools: 400 });
  const clean = marketOf(states, TOKENS);
  const spammed = marketOf([...states, ...spam()], TOKENS + SPAM_TOKENS);

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

  test("behavior: spam pools do not slow requests down by more than a tenth", { retry: 3 }, () => {
    const times = { clean: [] as number[], spammed: [] as number[] };
    const run = (kind: keyof typeof times, snapshot: Snapshot): void => {
      const started = performance.now();
      for (const asked of requests) routeOf(snapshot, asked);
      times[kind].push(performance.now() - started);
    };
    for (let n = 0; n < RUNS; n++) {
      // Alternating which goes first, so that neither profits from the other's warmth.
      const order = n % 2 === 0 ? (["clean", "spammed"] as const) : (["spammed", "clean"] as const);
      for (const kind of order) run(kind, kind === "clean" ? clean : spammed);
    }
    expect(median(times.spammed) / median(times.clean)).toBeLessThan(1.1);
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
