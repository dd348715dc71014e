import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import type { RouteRequest, RouteResult } from "../../../src/api/router/route.ts";
import { createRandom, createStates, marketOf } from "./market.ts";
import { NO_GAS, ONE, request } from "./requests.ts";

const TOKENS = 12;
/** Units that hops may round away. */
const ROUNDING = 20n;
/** 10 gwei where all tokens have 18 decimals and are worth about as much as the native one. */
const GAS: GasPrice = { numerator: 10n ** 10n, denominator: 1n };
/** The same where gas weighs as much as the trade's own price impact. */
const DEAR: GasPrice = { numerator: 10n ** 14n, denominator: 1n };
/**
 * Parts of a plan's output that choosing among fixed costs may miss: a hundredth of a basis point.
 * The choice is combinatorial, so no bound is proven; thousands of drawn cases stay below a
 * thousandth.
 */
const MISSED = 1_000_000n;

const cases = fc.record({
  seed: fc.integer({ min: 1, max: 60 }),
  tokenIn: fc.integer({ min: 0, max: TOKENS - 1 }),
  tokenOut: fc.integer({ min: 0, max: TOKENS - 1 }),
  amountIn: fc.bigInt({ min: 10n ** 14n, max: 200n * ONE }),
  chosen: fc.integer({ min: 0, max: 1_000 }),
});

function statesOf(seed: number): readonly HeldState[] {
  return createStates({ seed, tokens: TOKENS, pools: 40 });
}

function net(result: RouteResult, { numerator, denominator }: GasPrice): bigint {
  if (!result.ok) throw new Error(result.reason);
  return result.route.amountOut - (result.route.gas * numerator) / denominator;
}

function unlimited(tokenIn: number, tokenOut: number, amountIn: bigint): RouteRequest {
  return { ...request(tokenIn, tokenOut, amountIn), maxLegs: 1_000, maxGas: 10n ** 12n };
}

function plain(result: RouteResult) {
  if (!result.ok) return result;
  const { hops, amountOut, gas, certificate, alternatives } = result.route;
  const legs = hops.map(({ edge, amountIn, shareX64 }) => [edge.state.id, amountIn, shareX64]);
  return { legs, amountOut, gas, certificate, alternatives };
}

describe("findRoute", () => {
  test("behavior: the order in which pools became known changes nothing", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn, chosen }) => {
        fc.pre(tokenIn !== tokenOut);
        const states = statesOf(seed);
        const random = createRandom(chosen);
        const shuffled = states
          .map((state) => ({ state, key: random() }))
          .sort((a, b) => a.key - b.key)
          .map(({ state }) => state);
        const asked = request(tokenIn, tokenOut, amountIn);
        const left = findRoute(marketOf(states, TOKENS), asked, GAS);
        expect(plain(findRoute(marketOf(shuffled, TOKENS), asked, GAS))).toEqual(plain(left));
      }),
      { numRuns: 60 },
    );
  });

  test("behavior: requests on the same snapshot leave no trace in each other", () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 2, maxLength: 6 }), (list) => {
        const snapshot = marketOf(statesOf(list[0]?.seed ?? 1), TOKENS);
        const ask = ({ tokenIn, tokenOut, amountIn }: (typeof list)[number], on: Snapshot) =>
          tokenIn === tokenOut
            ? null
            : plain(findRoute(on, request(tokenIn, tokenOut, amountIn), GAS));
        const first = list.map((one) => ask(one, snapshot));
        const again = [...list].reverse().map((one) => ask(one, snapshot));
        const fresh = list.map((one) => ask(one, marketOf(statesOf(list[0]?.seed ?? 1), TOKENS)));
        expect(again.reverse()).toEqual(first);
        expect(fresh).toEqual(first);
      }),
      { numRuns: 25 },
    );
  });

  test("behavior: adding a pool never lowers the output", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn, chosen }) => {
        fc.pre(tokenIn !== tokenOut);
        const states = statesOf(seed);
        const fewer = states.filter((_, n) => n === 0 || n !== 1 + (chosen % (states.length - 1)));
        const asked = unlimited(tokenIn, tokenOut, amountIn);
        for (const gasPrice of [NO_GAS, GAS, DEAR]) {
          const without = findRoute(marketOf(fewer, TOKENS), asked, gasPrice);
          const full = findRoute(marketOf(states, TOKENS), asked, gasPrice);
          if (!without.ok) continue;
          const missed = gasPrice === NO_GAS ? 10n ** 10n : MISSED;
          const slack = ROUNDING + without.route.amountOut / missed;
          expect(net(full, gasPrice) + slack).toBeGreaterThanOrEqual(net(without, gasPrice));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("behavior: removing a pool that the route leaves unused changes nothing", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn, chosen }) => {
        fc.pre(tokenIn !== tokenOut);
        const states = statesOf(seed);
        const asked = unlimited(tokenIn, tokenOut, amountIn);
        const before = findRoute(marketOf(states, TOKENS), asked, NO_GAS);
        fc.pre(before.ok);
        if (!before.ok) return;
        const used = new Set(before.route.hops.map(({ edge }) => edge.state.id));
        const unused = states.slice(1).filter(({ state }) => !used.has(state.id));
        const removed = unused[chosen % unused.length];
        const fewer = states.filter((state) => state !== removed);
        const after = findRoute(marketOf(fewer, TOKENS), asked, NO_GAS);
        const difference = net(after, NO_GAS) - before.route.amountOut;
        const slack = ROUNDING + before.route.amountOut / 10n ** 9n;
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(slack);
      }),
      { numRuns: 80 },
    );
  });

  test("behavior: more in pays no less after gas", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn, chosen }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = marketOf(statesOf(seed), TOKENS);
        const more = amountIn + (amountIn * BigInt(chosen)) / 500n;
        for (const gasPrice of [GAS, DEAR]) {
          const small = findRoute(snapshot, unlimited(tokenIn, tokenOut, amountIn), gasPrice);
          const large = findRoute(snapshot, unlimited(tokenIn, tokenOut, more), gasPrice);
          if (!small.ok || !large.ok) continue;
          const slack = ROUNDING + small.route.amountOut / MISSED;
          expect(net(large, gasPrice) + slack).toBeGreaterThanOrEqual(net(small, gasPrice));
        }
      }),
      { numRuns: 80 },
    );
  });
});
