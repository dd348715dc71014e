import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import type { RouteRequest } from "../../../src/api/router/route.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { sized } from "../../harness/size.ts";
import { createMarket } from "./market.ts";
import { NO_GAS, ONE, request } from "./requests.ts";
import { advantageOf, answerOf, netOf, restrictionsOf } from "./restrictions.ts";

const RUNS = sized({ always: 40, nightly: 2_000 });
const TOKENS = 12;
const ROUNDING = 20n;
/** A tenth of a basis point of an output. */
const NOTICED = 100_000n;
/** From next to nothing to where gas weighs as much as the trade's own price impact. */
const GAS_PRICES: readonly GasPrice[] = [9n, 10n, 11n, 13n, 14n].map((digits) => ({
  ...{ numerator: 10n ** digits, denominator: 1n },
}));

const cases = fc.record({
  seed: fc.integer({ min: 1, max: 60 }),
  tokenIn: fc.integer({ min: -1, max: TOKENS - 1 }),
  tokenOut: fc.integer({ min: 0, max: TOKENS - 1 }),
  digits: fc.double({ min: 14, max: 21.5, noNaN: true }),
  gasPrice: fc.constantFrom(...GAS_PRICES),
});

/** What a caller may limit a route to. */
const limited = fc.oneof(
  fc.record({ maxLegs: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ maxGas: fc.constantFrom(150_000n, 250_000n, 400_000n, 600_000n) }),
);

/** A case with the native currency for token -1; null where both ends are it. */
function askedOf({
  tokenIn,
  tokenOut,
  digits,
}: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
  if (Math.max(tokenIn, 0) === tokenOut) return null;
  const amountIn = BigInt(Math.round(10 ** digits));
  const { maxLegs: _, ...asked } = request(Math.max(tokenIn, 0), tokenOut, amountIn);
  return tokenIn < 0 ? { ...asked, tokenIn: NATIVE } : asked;
}

/**
 * Expects that what later requests of a list net is never noticeably below what earlier ones do, or
 * that the amount which a refusal names nets more.
 */
function expectGrowth(snapshot: Snapshot, list: readonly RouteRequest[], gasPrice: GasPrice): void {
  let most: bigint | null = null;
  for (const asked of list) {
    const found = answerOf(asked, (one) => findRoute(snapshot, one, gasPrice));
    if (!found.ok) {
      expect(most).toBeNull();
      continue;
    }
    const net = netOf(found.route, gasPrice);
    const slack = ROUNDING + found.route.amountOut / NOTICED;
    if (most !== null) expect(net + slack).toBeGreaterThanOrEqual(most);
    most = most === null || net > most ? net : most;
  }
}

describe("findRoute", () => {
  test("behavior: no restriction nets a tenth of a basis point more", () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const asked = askedOf(drawn);
        fc.pre(asked !== null);
        if (asked === null) return;
        const { gasPrice } = drawn;
        const snapshot = createMarket({ seed: drawn.seed, tokens: TOKENS, pools: 40 });
        const answer = answerOf(asked, (one) => findRoute(snapshot, one, gasPrice));
        for (const restriction of restrictionsOf(snapshot, asked, answer)) {
          const more = advantageOf(snapshot, answer, { restriction, gasPrice });
          expect(more, restriction.what).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("behavior: answers grow with the limit of gas", () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const asked = askedOf(drawn);
        fc.pre(asked !== null);
        if (asked === null) return;
        const snapshot = createMarket({ seed: drawn.seed, tokens: TOKENS, pools: 40 });
        const limits = [100, 150, 250, 400, 600, 900, 1_400, 2_000, 4_000, 8_000];
        const list = limits.map((thousands) => ({ ...asked, maxGas: BigInt(thousands) * 1_000n }));
        expectGrowth(snapshot, [...list, asked], drawn.gasPrice);
      }),
      { numRuns: RUNS },
    );
  });

  test("behavior: answers grow with maxLegs", () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const asked = askedOf(drawn);
        fc.pre(asked !== null);
        if (asked === null) return;
        const snapshot = createMarket({ seed: drawn.seed, tokens: TOKENS, pools: 40 });
        const list = [1, 2, 3, 4, 6, 8, 12, 20, 100].map((maxLegs) => ({ ...asked, maxLegs }));
        expectGrowth(snapshot, [...list, asked], drawn.gasPrice);
      }),
      { numRuns: RUNS },
    );
  });

  test("behavior: under limits, more in pays no less than half of it, or is refused", () => {
    fc.assert(
      fc.property(cases, limited, (drawn, limit) => {
        const asked = askedOf(drawn);
        fc.pre(asked !== null);
        if (asked === null) return;
        const snapshot = createMarket({ seed: drawn.seed, tokens: TOKENS, pools: 40 });
        const [all, half] = [asked.amountIn, asked.amountIn / 2n].map((amountIn) =>
          findRoute(snapshot, { ...asked, ...limit, amountIn }, drawn.gasPrice),
        );
        if (all?.ok !== true || half?.ok !== true) return;
        const { amountOut } = half.route;
        expect(all.route.amountOut).toBeGreaterThanOrEqual(amountOut - amountOut / 10n);
      }),
      { numRuns: RUNS },
    );
  });

  test("behavior: what exceeds the limit of gas names an amount that does not", () => {
    const snapshot = createMarket({ seed: 3, tokens: TOKENS, pools: 60 });
    let failed = 0;
    const onlyProtocols = ["uniswap-v3", "pancakeswap-v3"];
    for (const tokenOut of [2, 5, 7]) {
      const whole = { ...request(0, tokenOut, 10n ** 40n), onlyProtocols };
      const all = findRoute(snapshot, whole, NO_GAS);
      if (all.ok || all.reason !== "insufficient-liquidity") throw new Error("no failure");
      for (const maxGas of [120_000n, 250_000n, 500_000n]) {
        const result = findRoute(snapshot, { ...whole, amountIn: all.maxAmountIn, maxGas }, NO_GAS);
        if (result.ok) continue;
        if (result.reason !== "insufficient-liquidity") throw new Error(result.reason);
        // Where no path of any amount is within the limit, the amount is 0.
        if (result.maxAmountIn === 0n) continue;
        const asked = { ...whole, amountIn: result.maxAmountIn, maxGas };
        const most = findRoute(snapshot, asked, NO_GAS);
        if (!most.ok) throw new Error(most.reason);
        expect(most.route.gas).toBeLessThanOrEqual(maxGas);
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(2);
  });

  test("behavior: what little gas suffices for is found where some more is allowed", () => {
    // The path that brings most to the token between needs 184,000 gas in all.
    const snapshot = createMarket({ seed: 30, tokens: TOKENS, pools: 40 });
    const asked = request(0, 5, 162n * ONE);
    for (const maxGas of [142_000n, 150_000n, 160_000n, 175_000n, 183_999n]) {
      const result = findRoute(snapshot, { ...asked, maxGas }, NO_GAS);
      if (!result.ok) throw new Error(`${maxGas}: ${result.reason}`);
      expect(result.route.gas).toBe(142_000n);
    }
  });

  test("behavior: no limit forces an amount over bad edges of which a small part pays more", () => {
    for (const [seed, tokenOut, ether, limit] of [
      [32, 1, 643n, { maxGas: 250_000n }],
      [2, 10, 2_203n, { maxLegs: 3 }],
    ] as const) {
      const snapshot = createMarket({ seed, tokens: TOKENS, pools: 40 });
      const asked = { ...request(0, tokenOut, ether * ONE), tokenIn: NATIVE, ...limit };
      const gasPrice = { numerator: 10n ** 9n, denominator: 1n };
      const result = findRoute(snapshot, asked, gasPrice);
      if (result.ok || result.reason !== "insufficient-liquidity") throw new Error("no failure");
      const { maxAmountIn: amountIn } = result;
      const least = findRoute(snapshot, { ...asked, amountIn }, gasPrice);
      if (!least.ok) throw new Error(least.reason);
      expect(amountIn).toBeLessThan(asked.amountIn / 8n);
      expect(amountIn).toBeGreaterThan(asked.amountIn / 32n);
    }
  });

  test("behavior: with more legs, no less is named than what one path takes alone", () => {
    for (const [seed, tokenOut, ether] of [
      [31, 11, 278n],
      [55, 8, 3_150n],
    ] as const) {
      const snapshot = createMarket({ seed, tokens: TOKENS, pools: 40 });
      const asked = { ...request(0, tokenOut, ether * ONE), tokenIn: NATIVE };
      const [one, two] = [1, 2].map((maxLegs) =>
        answerOf({ ...asked, maxLegs }, (each) => findRoute(snapshot, each, NO_GAS)),
      );
      if (one?.ok !== true || two?.ok !== true) throw new Error("no answer");
      const { amountOut } = one.route;
      expect(two.route.amountOut).toBeGreaterThan(amountOut - amountOut / NOTICED);
      // To the unit, too, one path is among the answers of two legs.
      const same = { ...asked, amountIn: one.route.amountIn, maxLegs: 2 };
      expect(findRoute(snapshot, same, NO_GAS)).toMatchObject({ ok: true, route: { amountOut } });
    }
  });

  test("behavior: wrapping is one hop, one to one, whatever the amount", () => {
    const snapshot = createMarket({ seed: 3, tokens: TOKENS, pools: 60 });
    const { wrappedNative } = snapshot;
    for (const amountIn of [1n, 7n, ONE, 123_456n * ONE, 10n ** 40n]) {
      for (const [tokenIn, tokenOut] of [
        [NATIVE, wrappedNative],
        [wrappedNative, NATIVE],
      ] as const) {
        const asked = { ...request(0, 1, amountIn), tokenIn, tokenOut };
        const found = findRoute(snapshot, asked, GAS_PRICES[4] ?? NO_GAS);
        if (!found.ok) throw new Error(found.reason);
        expect(found.route.hops.map(({ edge }) => edge.state.slug)).toEqual(["weth"]);
        expect(found.route.amountOut).toBe(amountIn);
        expect(found.route.certificate?.gapBps).toBe(0);
      }
    }
  });

  test("behavior: wrapping is no leg", () => {
    const snapshot = createMarket({ seed: 3, tokens: TOKENS, pools: 60 });
    const asked = { ...request(0, 1, 100n * ONE), tokenIn: NATIVE, maxLegs: 1 };
    const found = findRoute(snapshot, asked, NO_GAS);
    if (!found.ok) throw new Error(found.reason);
    expect(found.route.hops.map(({ edge }) => edge.action)).toEqual(["deposit", "swap"]);
  });
});
