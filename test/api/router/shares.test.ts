import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findFlow, type GasPrice } from "../../../src/api/router/find-flow.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { runShares } from "../../../src/api/router/flow.ts";
import { findJointFlow } from "../../../src/api/router/joint-flow.ts";
import { findJointRoute } from "../../../src/api/router/joint-route.ts";
import { netOf } from "../../../src/api/router/merging.ts";
import type { JointRoute, RouteInput, RouteRequest } from "../../../src/api/router/route.ts";
import { findShareRoute } from "../../../src/api/router/shares/find-share-route.ts";
import { atOnce } from "../../../src/lib/steps.ts";
import { sized } from "../../harness/size.ts";
import { addressOf } from "./market.ts";
import { NO_GAS } from "./requests.ts";
import { createShareMarket, type ShareMarket } from "./share-market.ts";

const GAS: GasPrice = { numerator: 10n ** 11n, denominator: 1n };
/** Random requests, and markets whose requests are all gone through. */
const [REQUESTS, MARKETS] = sized({
  always: [50, 4] as const,
  nightly: [600, 40] as const,
});
const FREE = { onlyProtocols: [], ignoreProtocols: [] };

type Asked = Pick<RouteRequest, "tokenIn" | "tokenOut" | "amountIn">;

/**
 * Replays the hops on carried states: every amount is what the quotes say, and nothing is left over
 * but the output.
 */
function expectExact(
  market: ShareMarket,
  route: Omit<JointRoute, "inputs">,
  inputs: readonly RouteInput[],
) {
  const run = runShares(route.hops, inputs, { at: market.snapshot.next, before: new Map() });
  expect(run?.hops).toEqual(route.hops);
  expect(run?.gas).toBe(route.gas);
  for (const [token, left] of run?.balances ?? []) {
    expect(left).toBe(token === route.tokenOut ? route.amountOut : 0n);
  }
}

/** A token and a share of a market, in one direction or the other. */
const cases = fc
  .record({
    seed: fc.integer({ min: 1, max: 40 }),
    share: fc.nat(),
    token: fc.integer({ min: 0, max: 9 }),
    enters: fc.boolean(),
  })
  .map(({ seed, share, token, enters }) => {
    const marketOf = () => createShareMarket({ seed, tokens: 10, pools: 40 });
    const market = marketOf();
    const pools = [...market.weighted, ...market.pairs];
    const pool = pools[share % pools.length]?.address ?? addressOf("pool", 0);
    const other = addressOf("token", token);
    const [tokenIn, tokenOut] = enters ? [other, pool] : [pool, other];
    return { marketOf, enters, tokenIn, tokenOut };
  });

describe("findRoute", () => {
  test("behavior: shares are entered and left for no less than by edges alone, within the limits", () => {
    const better = { entries: 0, exits: 0 };
    fc.assert(
      fc.property(
        cases,
        fc.record({
          exponent: fc.integer({ min: 12, max: 24 }),
          maxLegs: fc.integer({ min: 1, max: 30 }),
          maxGas: fc.bigInt({ min: 300_000n, max: 5_000_000n }),
          gasPrice: fc.constantFrom(GAS, NO_GAS),
        }),
        ({ marketOf, enters, tokenIn, tokenOut }, { exponent, maxLegs, maxGas, gasPrice }) => {
          const market = marketOf();
          const asked: Asked = { tokenIn, tokenOut, amountIn: 10n ** BigInt(exponent) };
          const request = { ...FREE, ...asked, maxLegs, maxGas };
          const flow = atOnce(findFlow(market.snapshot, request, gasPrice));
          const result = findRoute(market.snapshot, request, gasPrice);
          expect(result.ok || !flow.ok).toBe(true);
          if (!result.ok) return;
          const { route } = result;
          expectExact(market, route, [{ token: tokenIn, amount: asked.amountIn }]);
          expect(route.hops.length).toBeLessThanOrEqual(maxLegs);
          expect(route.gas).toBeLessThanOrEqual(maxGas);
          if (!flow.ok) return;
          expect(netOf(route, gasPrice)).toBeGreaterThanOrEqual(netOf(flow.route, gasPrice));
          const isBetter = route.amountOut * 1_000n > flow.route.amountOut * 1_001n;
          if (isBetter) better[enters ? "entries" : "exits"] += 1;
        },
      ),
      { numRuns: REQUESTS },
    );
    expect(better.entries).toBeGreaterThan(REQUESTS / 15);
    expect(better.exits).toBeGreaterThan(REQUESTS / 15);
  });

  test("behavior: where shares are not looked into with all tokens, that would pay no more", () => {
    const counts = { left: 0, looked: 0 };
    for (let seed = 1; seed <= MARKETS; seed++) {
      const market = createShareMarket({ seed, tokens: 10, pools: 40 });
      const ends = [...market.weighted, ...market.pairs.slice(0, 4)].flatMap(({ address }) =>
        [0, 3, 7].map((token) => [addressOf("token", token), address] as const),
      );
      for (const [n, [token, share]] of ends.entries()) {
        const [tokenIn, tokenOut] = n % 2 === 0 ? [token, share] : [share, token];
        const amountIn = 10n ** BigInt(18 + (n % 4));
        const asked = { ...FREE, inputs: [{ token: tokenIn, amount: amountIn }], tokenOut };
        const gasPrice = n % 3 === 0 ? NO_GAS : GAS;
        const all = atOnce(findShareRoute(market.snapshot, asked, { gasPrice }))?.route ?? null;
        const result = findJointRoute(market.snapshot, asked, gasPrice);
        if (!result.ok || all === null) continue;
        const net = netOf(result.route, gasPrice);
        expect(net + net / 100_000n + 2n).toBeGreaterThanOrEqual(netOf(all, gasPrice));
        const flow = atOnce(findJointFlow(market.snapshot, asked, gasPrice));
        const on = { gasPrice, ...(flow.ok && { flow: flow.route }) };
        counts[atOnce(findShareRoute(market.snapshot, asked, on)) === null ? "left" : "looked"] +=
          1;
      }
    }
    expect(counts.left).toBeGreaterThan(MARKETS);
    expect(counts.looked).toBeGreaterThan(MARKETS);
  });

  test("behavior: more brings more, up to the size of the pool", () => {
    let compared = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const market = createShareMarket({ seed, tokens: 8, pools: 40 });
      for (const { address, token0, reserve0, liquidity } of market.pairs.slice(0, 3)) {
        const supply = liquidity?.totalSupply ?? 0n;
        for (const [tokenIn, tokenOut, most] of [
          [token0, address, reserve0],
          [address, token0, supply / 3n],
        ] as const) {
          let last = 0n;
          for (let amountIn = most / 3n ** 7n; amountIn <= most; amountIn *= 3n) {
            const asked = { ...FREE, tokenIn, tokenOut, amountIn };
            const result = findRoute(market.snapshot, asked, NO_GAS);
            if (!result.ok) throw new Error(result.reason);
            expect(result.route.amountOut).toBeGreaterThan(last);
            last = result.route.amountOut;
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test("behavior: of the legs that a request may have each token gets what it needs", () => {
    const market = createShareMarket({ seed: 5, tokens: 10, pools: 40 });
    const tokenOut = market.pairs[1]?.address ?? addressOf("pool", 0);
    const tokenIn = addressOf("token", 0);
    const asked = { ...FREE, tokenIn, tokenOut, amountIn: 100n * 10n ** 18n };
    const free = findRoute(market.snapshot, asked, GAS);
    const limited = findRoute(market.snapshot, { ...asked, maxLegs: 6 }, GAS);
    if (!free.ok || !limited.ok) throw new Error("no route");
    expect(free.route.hops.length).toBeGreaterThan(6);
    expect(limited.route.hops.length).toBeLessThanOrEqual(6);
    expect(limited.route.amountOut).toBeGreaterThan((free.route.amountOut * 95n) / 100n);
  });

  test("behavior: entering a share costs little where the tokens are deep elsewhere", () => {
    const market = createShareMarket({ seed: 2, tokens: 6, pools: 60 });
    const [smallest] = [...market.pairs]
      .filter(({ token0 }) => token0 === addressOf("token", 0))
      .sort((a, b) => Number(a.reserve0 > b.reserve0) - Number(b.reserve0 > a.reserve0));
    if (smallest === undefined) throw new Error("no pair of the hub");
    const [tokenIn, tokenOut] = [smallest.token0, smallest.address];
    const amountIn = smallest.reserve0 / 2n;
    const asked = { ...FREE, tokenIn, tokenOut, amountIn };
    const flow = atOnce(findFlow(market.snapshot, asked, NO_GAS));
    const result = findRoute(market.snapshot, asked, NO_GAS);
    if (!flow.ok || !result.ok) throw new Error("no route");
    const fair = ((smallest.liquidity?.totalSupply ?? 0n) * amountIn) / (2n * smallest.reserve0);
    expect(flow.route.amountOut).toBeLessThan((fair * 97n) / 100n);
    expect(result.route.amountOut).toBeGreaterThan((fair * 99n) / 100n);
    expect(result.route.certificate?.gapBps).toBeLessThan(10);
    expect(result.route.alternatives[0]?.amountOut).toBe(flow.route.amountOut);
  });

  test("behavior: one share is turned into another by way of all tokens of both", () => {
    let found = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const market = createShareMarket({ seed, tokens: 8, pools: 40 });
      const [one, other] = market.pairs;
      if (one === undefined || other === undefined) continue;
      const amountIn = (one.liquidity?.totalSupply ?? 0n) / 3n;
      const asked = { ...FREE, tokenIn: one.address, tokenOut: other.address, amountIn };
      const result = findRoute(market.snapshot, asked, NO_GAS);
      if (!result.ok) continue;
      expectExact(market, result.route, [{ token: one.address, amount: amountIn }]);
      const ways = result.route.hops.filter(({ beside }) => beside !== undefined);
      if (ways.length === 2) found += 1;
    }
    expect(found).toBeGreaterThan(2);
  });

  test("behavior: a protocol that is left out is not entered", () => {
    const market = createShareMarket({ seed: 3, tokens: 8, pools: 40 });
    const [pair] = market.pairs;
    if (pair === undefined) throw new Error("no pair");
    const asked = { tokenIn: pair.token0, tokenOut: pair.address, amountIn: pair.reserve0 / 10n };
    const request = { ...asked, onlyProtocols: [], ignoreProtocols: [pair.slug] };
    expect(findRoute(market.snapshot, request, NO_GAS).ok).toBe(false);
  });
});

describe("findJointRoute", () => {
  test("behavior: all tokens of a share in its proportion are paid in as they are", () => {
    const market = createShareMarket({ seed: 5, tokens: 8, pools: 40 });
    for (const { address, token0, token1, reserve0, reserve1, liquidity } of market.pairs) {
      const inputs = [
        { token: token0, amount: reserve0 / 20n },
        { token: token1, amount: reserve1 / 20n },
      ];
      const result = findJointRoute(market.snapshot, { ...FREE, inputs, tokenOut: address }, GAS);
      if (!result.ok) throw new Error(result.failure.reason);
      const { route } = result;
      expectExact(market, route, inputs);
      const fair = (liquidity?.totalSupply ?? 0n) / 20n;
      expect(route.amountOut).toBeGreaterThan((fair * 99_999n) / 100_000n);
    }
  });
});
