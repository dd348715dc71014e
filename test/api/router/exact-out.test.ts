import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRouteExactOut } from "../../../src/api/router/exact-out.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import type { Route } from "../../../src/api/router/route.ts";
import { createMarket } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

const TOKENS = 12;
const GAS: GasPrice = { numerator: 10n ** 10n, denominator: 1n };
/**
 * Limits of plans make what routes pay less than concave; what that may cost, in parts of the
 * input.
 */
const SHAPE = 10_000n;

const cases = fc.record({
  seed: fc.integer({ min: 1, max: 40 }),
  tokenIn: fc.integer({ min: 0, max: TOKENS - 1 }),
  tokenOut: fc.integer({ min: 0, max: TOKENS - 1 }),
  amountIn: fc.bigInt({ min: 10n ** 12n, max: 100n * ONE }),
});

function exactOut(tokenIn: number, tokenOut: number, amountOut: bigint) {
  const { amountIn: _, ...rest } = request(tokenIn, tokenOut, 1n);
  return { ...rest, amountOut };
}

/**
 * What the legs of a route pay for another amount, in the program's fractions; 0 where a leg gets
 * nothing.
 */
function paidFor({ next }: Snapshot, { tokenIn, tokenOut, hops }: Route, amountIn: bigint): bigint {
  const balances = new Map([[tokenIn, amountIn]]);
  for (const { edge, state, shareX64 } of hops) {
    const left = balances.get(edge.tokenIn) ?? 0n;
    const part = shareX64 === null ? left : (left * shareX64) >> 64n;
    const quote = part === 0n ? null : edge.protocol.quote(state, edge, part, next);
    if (quote?.ok !== true) return 0n;
    balances.set(edge.tokenIn, left - part);
    balances.set(edge.tokenOut, (balances.get(edge.tokenOut) ?? 0n) + quote.amountOut);
  }
  return balances.get(tokenOut) ?? 0n;
}

describe("findRouteExactOut", () => {
  test("default: pays the amount, and what it takes is about what exact-in says", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = createMarket({ seed, tokens: TOKENS, pools: 40 });
        for (const gasPrice of [NO_GAS, GAS]) {
          const there = findRoute(snapshot, request(tokenIn, tokenOut, amountIn), gasPrice);
          if (!there.ok || there.route.amountOut === 0n) continue;
          const asked = exactOut(tokenIn, tokenOut, there.route.amountOut);
          const back = findRouteExactOut(snapshot, asked, gasPrice);
          if (!back.ok) throw new Error(back.reason);
          expect(back.route.amountOut).toBeGreaterThanOrEqual(there.route.amountOut);
          const slack = gasPrice === NO_GAS ? amountIn / SHAPE : amountIn / 100n;
          expect(back.route.amountIn).toBeLessThanOrEqual(amountIn + slack + 20n);
        }
      }),
      {
        numRuns: 60,
        examples: [[{ seed: 3, tokenIn: 2, tokenOut: 10, amountIn: 1_000_000_000_002n }]],
      },
    );
  });

  test("behavior: it is the route of its input, and a unit or a basis point less pays less", () => {
    const seen = { all: 0, own: 0, proven: 0, near: 0 };
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, tokenOut, amountIn }) => {
        fc.pre(tokenIn !== tokenOut);
        const snapshot = createMarket({ seed, tokens: TOKENS, pools: 40 });
        for (const gasPrice of [NO_GAS, GAS]) {
          const there = findRoute(snapshot, request(tokenIn, tokenOut, amountIn), gasPrice);
          if (!there.ok || there.route.amountOut === 0n) continue;
          const asked = exactOut(tokenIn, tokenOut, there.route.amountOut);
          const result = findRouteExactOut(snapshot, asked, gasPrice);
          if (!result.ok) throw new Error(result.reason);
          const { route } = result;
          expect(paidFor(snapshot, route, route.amountIn)).toBe(route.amountOut);
          const own = findRoute(snapshot, request(tokenIn, tokenOut, route.amountIn), gasPrice);
          const paysWithout = (less: bigint) => {
            const at = request(tokenIn, tokenOut, route.amountIn - less);
            const found = findRoute(snapshot, at, gasPrice);
            return found.ok && found.route.amountOut >= asked.amountOut;
          };
          seen.all += 1;
          if (own.ok && own.route.amountOut === route.amountOut) seen.own += 1;
          if (!paysWithout(1n)) seen.proven += 1;
          else if (!paysWithout(route.amountIn / 10_000n + 1n)) seen.near += 1;
        }
      }),
      { numRuns: 60 },
    );
    // Where gas makes what is paid jump back and forth, the searches may be used up.
    expect(seen.own / seen.all).toBeGreaterThan(0.95);
    expect(seen.proven / seen.all).toBeGreaterThan(0.9);
    expect((seen.proven + seen.near) / seen.all).toBeGreaterThan(0.99);
  });

  test("behavior: more out takes no less in", () => {
    const snapshot = createMarket({ seed: 5, tokens: TOKENS, pools: 40 });
    const whole = routeOf(snapshot, request(0, 7, 20n * ONE)).amountOut;
    let before = 0n;
    for (let n = 1n; n <= 20n; n++) {
      const result = findRouteExactOut(snapshot, exactOut(0, 7, (whole * n) / 20n), NO_GAS);
      if (!result.ok) throw new Error(result.reason);
      expect(result.route.amountIn).toBeGreaterThan(before);
      before = result.route.amountIn;
    }
  });

  test("error: insufficient-liquidity", () => {
    const snapshot = createMarket({ seed: 5, tokens: TOKENS, pools: 40 });
    const result = findRouteExactOut(snapshot, exactOut(0, 7, 10n ** 40n), NO_GAS);
    expect(result).toMatchObject({ ok: false, reason: "insufficient-liquidity" });
    if (result.ok || !("maxAmountOut" in result)) throw new Error("not a limit");
    const most = findRouteExactOut(snapshot, exactOut(0, 7, result.maxAmountOut / 2n), NO_GAS);
    expect(most.ok).toBe(true);
  });

  test("error: no-route", () => {
    const snapshot = createMarket({ seed: 5, tokens: TOKENS, pools: 40 });
    const result = findRouteExactOut(snapshot, exactOut(0, 99, ONE), NO_GAS);
    expect(result).toEqual({ ok: false, reason: "no-route" });
  });
});
