import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GraphEdge, Snapshot } from "../../../src/api/graph/snapshot.ts";
import { costOf } from "../../../src/api/router/attempt.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import { replayFlow } from "../../../src/api/router/flow.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { addressOf, createMarket, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

/** Units that hops may round away; the search ranks paths by floats. */
const ROUNDING = 3n;

/**
 * What the best simple path of at most three hops pays after gas, by trying them all; intermediates
 * are connectors. Null where none takes the amount.
 */
function bruteForce(snapshot: Snapshot, asked: RouteRequest, gasPrice = NO_GAS): bigint | null {
  let best: bigint | null = null;
  const walk = (token: string, amount: bigint, gas: bigint, seen: readonly string[]): void => {
    if (token === asked.tokenOut) {
      const net = amount - costOf({ gas, hops: seen.slice(1) }, gasPrice);
      if (best === null || net > best) best = net;
      return;
    }
    if (seen.length > 3) return;
    if (token !== asked.tokenIn && !snapshot.connectors.has(token as GraphEdge["tokenIn"])) return;
    for (const edge of snapshot.edges.get(token as GraphEdge["tokenIn"]) ?? []) {
      if (seen.includes(edge.tokenOut)) continue;
      const quote = edge.protocol.quote(edge.state, edge, amount, snapshot.next);
      if (!quote.ok) continue;
      walk(edge.tokenOut, quote.amountOut, gas + quote.gas, [...seen, edge.tokenOut]);
    }
  };
  walk(asked.tokenIn, asked.amountIn, 0n, [asked.tokenIn]);
  return best;
}

/** Up to 100 units: what the pools of the synthetic market can take. */
const trades = fc.record({
  seed: fc.integer({ min: 1, max: 40 }),
  tokenIn: fc.integer({ min: 0, max: 11 }),
  tokenOut: fc.integer({ min: 0, max: 11 }),
  amountIn: fc.bigInt({ min: 1n, max: 100n * ONE }),
});

describe("findRoute", () => {
  test("behavior: without gas and a limit of legs the certificate closes", () => {
    fc.assert(
      fc.property(trades, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut && amountIn > 10n ** 12n);
        const snapshot = createMarket({ seed, tokens: 12, pools: 60 });
        const asked = { ...request(tokenIn, tokenOut, amountIn), maxLegs: 1_000 };
        const result = findRoute(snapshot, asked, NO_GAS);
        fc.pre(result.ok);
        if (!result.ok) return;
        const { certificate, amountOut } = result.route;
        expect(certificate?.upperBound).toBeGreaterThanOrEqual(amountOut);
        expect(certificate?.gapBps).toBeLessThanOrEqual(0.01);
      }),
      { numRuns: 150 },
    );
  });

  test("default: pays at least what the best of all simple paths pays", () => {
    fc.assert(
      fc.property(trades, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = createMarket({ seed, tokens: 12, pools: 30 });
        const asked = request(tokenIn, tokenOut, amountIn);
        const result = findRoute(snapshot, asked, NO_GAS);
        const best = bruteForce(snapshot, asked);
        if (result.ok) expect(result.route.amountOut + ROUNDING).toBeGreaterThanOrEqual(best ?? 0n);
        else expect(best).toBe(null);
      }),
      { numRuns: 150 },
    );
  });

  test("behavior: of a few units no simple path pays more at all, before and after gas", () => {
    const amounts = fc.oneof(...[10n, 10n ** 4n, 10n ** 6n - 1n].map((max) => fc.bigInt(1n, max)));
    const gasPrices = fc.constantFrom(0n, 1n, 10n, 1_000n);
    fc.assert(
      fc.property(
        trades,
        amounts,
        gasPrices,
        ({ seed, tokenIn, tokenOut }, amountIn, numerator) => {
          fc.pre(tokenIn !== tokenOut);
          const snapshot = createMarket({ seed, tokens: 12, pools: 30 });
          const asked = request(tokenIn, tokenOut, amountIn);
          // Up to a third of the amount for a hop, where tokens are worth the same.
          const gasPrice = { numerator: numerator * amountIn, denominator: 10n ** 9n };
          const result = findRoute(snapshot, asked, gasPrice);
          const best = bruteForce(snapshot, asked, gasPrice);
          if (!result.ok) {
            expect(best).toBe(null);
            return;
          }
          const { amountOut, gas, hops } = result.route;
          const net = amountOut - costOf({ gas, hops }, gasPrice);
          expect(net).toBeGreaterThanOrEqual(best ?? 0n);
        },
      ),
      { numRuns: 120 },
    );
  });

  test("behavior: nothing at all is an amount too small", () => {
    const snapshot = createMarket({ seed: 3, tokens: 12, pools: 40 });
    const result = findRoute(snapshot, request(0, 5, 0n), NO_GAS);
    expect(result).toMatchObject({ ok: false, reason: "amount-too-small" });
    const { minAmountIn } = result as { readonly minAmountIn: bigint };
    expect(routeOf(snapshot, request(0, 5, minAmountIn)).amountOut).toBeGreaterThan(0n);
  });

  test("behavior: a bound takes account of the wrap that every plan needs", () => {
    const snapshot = createMarket({ seed: 3, tokens: 12, pools: 40 });
    for (const n of [1, 2, 3, 5]) {
      const into = { ...request(0, n, ONE / 1_000n), tokenIn: NATIVE };
      const outOf = { ...request(n, 0, ONE), tokenOut: NATIVE };
      for (const asked of [into, outOf]) {
        // A hop costs a hundredth of the output.
        const gasPrice = { numerator: routeOf(snapshot, asked).amountOut, denominator: 10n ** 7n };
        const { certificate } = routeOf(snapshot, asked, gasPrice);
        expect(certificate?.gapBps, `${asked.tokenIn} ${asked.tokenOut}`).toBeLessThan(0.1);
      }
    }
  });

  test("behavior: a large trade over parallel pools is split and pays more than any single path", () => {
    const market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 };
    const states = [1, 2, 3].map((n) => ({ protocol: uniswapV2, state: v2Pool(n, market) }));
    const snapshot = marketOf(states, 4);
    const asked = request(0, 1, 50n * ONE);
    const route = routeOf(snapshot, asked);
    expect(new Set(route.hops.map((hop) => hop.edge.state.id)).size).toBe(3);
    expect(route.amountOut).toBeGreaterThan(bruteForce(snapshot, asked) ?? 0n);
    expect(route.hops.filter((hop) => hop.shareX64 === null)).toHaveLength(1);
  });

  test("behavior: gas that costs more than the gain keeps a trade on one path", () => {
    const market = { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 };
    const states = [1, 2, 3].map((n) => ({ protocol: uniswapV2, state: v2Pool(n, market) }));
    const snapshot = marketOf(states, 4);
    const dear: GasPrice = { numerator: 10n ** 18n, denominator: 1n };
    expect(routeOf(snapshot, request(0, 1, ONE), dear).hops).toHaveLength(1);
  });

  test("behavior: the hops' amounts add up and replay to the same output", () => {
    fc.assert(
      fc.property(trades, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = createMarket({ seed, tokens: 12, pools: 40 });
        const asked = request(tokenIn, tokenOut, amountIn);
        const result = findRoute(snapshot, asked, NO_GAS);
        fc.pre(result.ok);
        if (!result.ok) return;
        const { hops, amountOut } = result.route;
        const net = new Map<string, bigint>();
        for (const hop of hops) {
          net.set(hop.edge.tokenIn, (net.get(hop.edge.tokenIn) ?? 0n) - hop.amountIn);
          net.set(hop.edge.tokenOut, (net.get(hop.edge.tokenOut) ?? 0n) + hop.amountOut);
        }
        expect(net.get(asked.tokenIn)).toBe(-amountIn);
        expect(net.get(asked.tokenOut)).toBe(amountOut);
        net.delete(asked.tokenIn);
        net.delete(asked.tokenOut);
        for (const left of net.values()) expect(left).toBe(0n);
        const pools = hops.map((hop) => hop.edge.state.id);
        expect(new Set(pools).size).toBe(pools.length);
      }),
      { numRuns: 100 },
    );
  });

  test("behavior: more in pays no less out", () => {
    fc.assert(
      fc.property(trades, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = createMarket({ seed, tokens: 12, pools: 30 });
        const less = findRoute(snapshot, request(tokenIn, tokenOut, amountIn), NO_GAS);
        const more = findRoute(snapshot, request(tokenIn, tokenOut, amountIn * 2n), NO_GAS);
        fc.pre(less.ok && more.ok);
        if (!less.ok || !more.ok) return;
        expect(more.route.amountOut).toBeGreaterThanOrEqual(less.route.amountOut);
      }),
      { numRuns: 80 },
    );
  });

  test("behavior: native input is wrapped first and native output unwrapped last", () => {
    const snapshot = createMarket({ seed: 3, tokens: 12, pools: 40 });
    const out = routeOf(snapshot, { ...request(0, 5, ONE), tokenIn: NATIVE });
    expect(out.hops[0]?.edge.action).toBe("deposit");
    const back = routeOf(snapshot, { ...request(5, 0, ONE), tokenOut: NATIVE });
    expect(back.hops.at(-1)?.edge.action).toBe("redeem");
    expect(back.amountOut).toBe(routeOf(snapshot, request(5, 0, ONE)).amountOut);
  });

  test("behavior: onlyProtocols and ignoreProtocols restrict the venues, wrapping aside", () => {
    const snapshot = createMarket({ seed: 3, tokens: 12, pools: 60 });
    const asked = { ...request(0, 1, 100n * ONE), tokenIn: NATIVE };
    const only = routeOf(snapshot, { ...asked, onlyProtocols: ["sushiswap-v2"] });
    const slugs = new Set(only.hops.map((hop) => hop.edge.state.slug));
    expect([...slugs].sort()).toEqual(["sushiswap-v2", "weth"]);
    const ignored = routeOf(snapshot, { ...asked, ignoreProtocols: ["sushiswap-v2"] });
    expect(ignored.hops.some((hop) => hop.edge.state.slug === "sushiswap-v2")).toBe(false);
  });

  test("behavior: maxLegs bounds the hops", () => {
    const snapshot = createMarket({ seed: 3, tokens: 12, pools: 60 });
    const asked = request(0, 1, 1000n * ONE);
    expect(routeOf(snapshot, asked).hops.length).toBeGreaterThan(2);
    expect(routeOf(snapshot, { ...asked, maxLegs: 2 }).hops.length).toBeLessThanOrEqual(2);
  });

  test("behavior: a second trade starts where the first one left the pools", () => {
    const pair = v2Pool(1, { a: 0, b: 1, priceA: 3000, priceB: 1, tvlUsd: 1e6 });
    const snapshot = marketOf([{ protocol: uniswapV2, state: pair }], 4);
    const both = routeOf(snapshot, request(0, 1, 20n * ONE)).amountOut;
    const first = routeOf(snapshot, request(0, 1, 10n * ONE));
    const second = routeOf(snapshot, { ...request(0, 1, 10n * ONE), before: first.after });
    expect(second.amountOut).toBeLessThan(first.amountOut);
    expect(first.amountOut + second.amountOut).toBeLessThanOrEqual(both);
    expect(first.amountOut + second.amountOut).toBeGreaterThan((both * 99n) / 100n);
  });
});

describe("replayFlow", () => {
  test("behavior: a flow with a cycle has no replay", () => {
    const market = { a: 0, b: 1, priceA: 1, priceB: 1, tvlUsd: 1e6 };
    const states = [1, 2].map((n) => ({ protocol: uniswapV2, state: v2Pool(n, market) }));
    const snapshot = marketOf(states, 4);
    const [there] = snapshot.edges.get(addressOf("token", 0)) ?? [];
    const back = (snapshot.edges.get(addressOf("token", 1)) ?? []).at(-1);
    if (!there || !back) throw new Error("market without edges");
    const on = { at: snapshot.next, before: new Map() };
    const flow = [
      [there, 1n],
      [back, 1n],
    ] as const;
    expect(replayFlow(flow, request(0, 1, ONE), on)).toBeNull();
  });
});
