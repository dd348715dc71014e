import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { balancerV2 } from "../../../src/protocols/balancer-v2/index.ts";
import type { StablePool, WeightedPool } from "../../../src/protocols/balancer-v2/state.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { stablePool, weightedPool } from "../../protocols/balancer-v2/sample.ts";
import { threePool } from "../../protocols/curve-stableswap/sample.ts";
import { addressOf, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

const MILLION = 1_000_000n * ONE;
const DOLLARS = [1, 2, 3].map((n) => addressOf("token", n));
const BALANCES = [4n * MILLION, 5n * MILLION, 6n * MILLION];

const curve: CurvePool = {
  ...threePool,
  ...{ coins: DOLLARS, rates: [ONE, ONE, ONE], balances: BALANCES, supply: 15n * MILLION },
  ...{ initialA: 200n, futureA: 200n, initialATime: 0n, futureATime: 0n },
};
const balancer = {
  ...{ tokens: DOLLARS, scales: [1n, 1n, 1n], supply: 15n * MILLION },
  ...{ pausedUntil: 0, vaultPausedUntil: 0 },
};
const stable: StablePool = { ...stablePool, ...balancer, balances: BALANCES };
const weighted: WeightedPool = {
  ...{ ...weightedPool, ...balancer, swapFeeWad: 10n ** 15n },
  // As many dollars of each by weight, so that all are worth the same.
  balances: [3n * MILLION, 3n * MILLION, 6n * MILLION],
  weights: [ONE / 4n, ONE / 4n, ONE / 2n],
};

const POOLS: readonly { readonly name: string; readonly held: readonly HeldState[] }[] = [
  { name: "a Curve pool", held: [{ protocol: curveStableswap, state: curve }] },
  { name: "a stable Balancer pool", held: [{ protocol: balancerV2, state: stable }] },
  { name: "a weighted Balancer pool", held: [{ protocol: balancerV2, state: weighted }] },
  {
    name: "one of each",
    held: [
      { protocol: curveStableswap, state: curve },
      { protocol: balancerV2, state: stable },
      { protocol: balancerV2, state: weighted },
    ],
  },
];
const AMOUNTS = [ONE, 1_000n * ONE, 100_000n * ONE, MILLION, 3n * MILLION];
/** Wei of token 1 for a unit of gas, from nothing to a dollar for a swap. */
const GAS_PRICES = [NO_GAS, { numerator: 10n ** 13n, denominator: 1n }];

/** Three dollars of 18 decimals in the given pools, and pairs of each two of them. */
function dollars(held: readonly HeldState[]): Snapshot {
  const pairs = [
    [1, 2],
    [1, 3],
    [2, 3],
  ].map(([a = 0, b = 0], n): HeldState => {
    const market = { a, b, priceA: 1, priceB: 1, tvlUsd: 2e6 };
    return { protocol: uniswapV2, state: v2Pool(n, market) };
  });
  return marketOf([...held, ...pairs], 4);
}

describe.each(POOLS)("findRoute with $name of three tokens", ({ held }) => {
  test("behavior: a plan trades one pair of a pool, and pays no less than any of its edges alone", () => {
    const snapshot = dollars(held);
    for (const gasPrice of GAS_PRICES) {
      for (const amountIn of AMOUNTS) {
        const { tokenIn, tokenOut } = request(1, 2, amountIn);
        const { hops, amountOut, gas } = routeOf(snapshot, request(1, 2, amountIn), gasPrice);
        const pools = hops.map(({ edge }) => edge.state.id);
        expect(new Set(pools).size).toBe(pools.length);
        const cost = (units: bigint): bigint => (units * gasPrice.numerator) / gasPrice.denominator;
        for (const edge of snapshot.edges.get(tokenIn) ?? []) {
          if (edge.tokenOut !== tokenOut) continue;
          const alone = edge.protocol.quote(edge.state, edge, amountIn, snapshot.next);
          if (!alone.ok) continue;
          expect(amountOut - cost(gas)).toBeGreaterThanOrEqual(alone.amountOut - cost(alone.gas));
        }
      }
    }
  });

  test("behavior: a large trade is split between the pools and the pairs", () => {
    const { hops } = routeOf(dollars(held), request(1, 2, 6n * MILLION));
    const families = new Set(hops.map(({ edge }) => edge.protocol.family));
    for (const { protocol } of held) expect(families).toContain(protocol.family);
    expect(families).toContain("uniswap-v2");
  });
});

describe("findRoute", () => {
  test("behavior: what a pool cannot trade twice goes through the others", () => {
    const { held } = POOLS[3] ?? { held: [] };
    const { amountOut } = routeOf(dollars(held), request(1, 2, 6n * MILLION));
    const alone = POOLS.slice(0, 3).map(
      (pool) => routeOf(dollars(pool.held), request(1, 2, 2n * MILLION)).amountOut,
    );
    // Each pool with a third of the trade leaves out what dividing it better gains.
    const thirds = alone.reduce((sum, out) => sum + out, 0n);
    expect(amountOut).toBeGreaterThan((thirds * 99n) / 100n);
  });
});
