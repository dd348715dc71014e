import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import type { AttemptOutline, ExactPlan } from "../../../src/api/router/attempt.ts";
import { findRouteExactOut } from "../../../src/api/router/exact-out.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import { usefulAmountIn } from "../../../src/api/router/growth.ts";
import { atOnce, type Steps } from "../../../src/lib/steps.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { sized } from "../../harness/size.ts";
import { createCappedMarket } from "./capped-market.ts";
import { v2Pool } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

const RUNS = sized({ always: 8, nightly: 500 });
const TOKENS = 12;
/** Number of the first vault's share. */
const SHARE = TOKENS;
const NO_LIMIT = 2n ** 256n - 1n;
const ROUNDING = 20n;
const GAS_PRICES: readonly GasPrice[] = [
  NO_GAS,
  { numerator: 10n ** 11n, denominator: 1n },
  { numerator: 10n ** 13n, denominator: 1n },
];
/** Amounts of a request, each larger by an eighth part of a digit. */
const AMOUNTS = Array.from({ length: 32 }, (_, n) => BigInt(Math.round(10 ** (18 + n / 8))));

const cases = fc.record({
  seed: fc.integer({ min: 1, max: 40 }),
  tokenIn: fc.constantFrom(0, 0, 3, 4, 7),
  // Digits of dollars: less than the pools can bring.
  limit: fc.double({ min: 3, max: 5, noNaN: true }),
  isNested: fc.boolean(),
  gasPrice: fc.constantFrom(...GAS_PRICES),
});

/** A market with a vault of the dollar that takes no more than so much, and one of its share. */
function marketWith(seed: number, depositLimit: bigint): Snapshot {
  return createCappedMarket({ seed, tokens: TOKENS, pools: 40 }, [
    { asset: 1, depositLimit },
    { asset: SHARE, depositLimit: NO_LIMIT },
  ]);
}

/**
 * A search in which limits let little through: the best flow pays ever less more of an amount, a
 * plan nearly all of that up to `good`, and half of it beyond.
 */
function limited(good: number, searched: (amountIn: bigint) => void) {
  const flow = (amount: number) => 1e12 * (1 - Math.exp(-amount / good));
  // biome-ignore lint/correctness/useYield: it takes no time.
  return function* at(amountIn: bigint): Steps<AttemptOutline> {
    const amount = Number(amountIn);
    const upperBound = flow(amount);
    const paid = amount <= good ? 0.95 * upperBound : 0.5 * upperBound;
    const amountOut = BigInt(Math.floor(paid));
    const inputWorth = (1e12 * Math.exp(-amount / good) * amount) / good;
    const plans = [{ amountOut, net: amountOut } as ExactPlan];
    const outline = { freeBound: upperBound, inputWorth, filled: [], isLimited: true };
    return {
      ...outline,
      // biome-ignore lint/correctness/useYield: it takes no time.
      *complete() {
        searched(amountIn);
        return { ...outline, plans, others: [], upperBound, paidFor: () => null };
      },
    };
  };
}

describe("usefulAmountIn", () => {
  test("behavior: where limits force an amount, few searches find how much pays most", () => {
    for (const amountIn of [3n * 10n ** 9n, 10n ** 12n, 10n ** 24n]) {
      const searched = new Set<bigint>();
      const outlineAt = limited(1e9, (amount) => searched.add(amount));
      const most = atOnce(usefulAmountIn(amountIn, outlineAt));
      expect(Number(most), `${amountIn}`).toBeGreaterThan(0.9e9);
      expect(Number(most), `${amountIn}`).toBeLessThanOrEqual(1e9);
      expect(searched.size, `${amountIn}`).toBeLessThan(40);
      const again = atOnce(usefulAmountIn(most ?? 0n, outlineAt));
      expect(again).toBeNull();
    }
  });

  test("behavior: an amount is taken where limits keep little back", () => {
    const searched = new Set<bigint>();
    const outlineAt = limited(1e9, (amount) => searched.add(amount));
    expect(atOnce(usefulAmountIn(10n ** 9n, outlineAt))).toBeNull();
    expect(searched.size).toBe(1);
  });
});

describe("findRoute", () => {
  test("default: refuses what only a detour that loses makes fit under a cap", () => {
    // By the deep pools 36 ether are 108,000 dollars; by the worst of them what the vault takes.
    const snapshot = marketWith(4, 50_000n * ONE);
    const large = findRoute(snapshot, request(0, SHARE, 36n * ONE), NO_GAS);
    if (large.ok || large.reason !== "cap-exceeded") throw new Error(JSON.stringify(large.ok));
    const { maxAmountIn } = large;
    expect(maxAmountIn).toBeLessThan(17n * ONE);
    const most = routeOf(snapshot, request(0, SHARE, maxAmountIn)).amountOut;
    const whole = (50_000n * ONE * 10n) / 11n;
    expect(most).toBeLessThanOrEqual(whole);
    expect(most).toBeGreaterThan(whole - whole / 10_000n);
  });

  test("behavior: answers grow with the amount up to the cap, and more is refused", () => {
    fc.assert(
      fc.property(cases, ({ seed, tokenIn, limit, isNested, gasPrice }) => {
        const snapshot = marketWith(seed, BigInt(Math.round(10 ** limit)) * ONE);
        let most = 0n;
        let isRefused = false;
        for (const amountIn of AMOUNTS) {
          const asked = request(tokenIn, isNested ? SHARE + 1 : SHARE, amountIn);
          const found = findRoute(snapshot, asked, gasPrice);
          if (!found.ok) {
            if (!("maxAmountIn" in found)) throw new Error(found.reason);
            // Of what fills the pools besides, the cap is not all that stands in the way.
            if (found.reason !== "cap-exceeded") {
              expect(findRoute(marketWith(seed, NO_LIMIT), asked, gasPrice).ok).toBe(false);
            }
            expect(found.maxAmountIn).toBeLessThan(amountIn);
            const { maxAmountIn } = found;
            const { amountOut } = routeOf(snapshot, { ...asked, amountIn: maxAmountIn }, gasPrice);
            // The amount named reaches what it can.
            expect(amountOut + amountOut / 1_000n).toBeGreaterThan(most);
            isRefused = true;
            continue;
          }
          expect(isRefused).toBe(false);
          const { amountOut } = found.route;
          expect(amountOut + amountOut / 10_000n + ROUNDING).toBeGreaterThanOrEqual(most);
          if (amountOut > most) most = amountOut;
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("behavior: what a cap takes is named, however much is asked for", () => {
    // Just below what fills the vault, the plan of the best flow does not fit.
    const snapshot = createCappedMarket({ seed: 29, tokens: TOKENS, pools: 40 }, [
      { asset: 1, depositLimit: 81_213n * ONE },
      { asset: SHARE, depositLimit: NO_LIMIT },
    ]);
    const gasPrice = { numerator: 10n ** 13n, denominator: 1n };
    const whole = (81_213n * ONE * 100n) / 121n;
    for (const ether of [30n, 100n, 562n, 750n, 7_500n]) {
      const asked = request(0, SHARE + 1, ether * ONE);
      const found = findRoute(snapshot, asked, gasPrice);
      if (found.ok || found.reason !== "cap-exceeded") throw new Error(`${ether}: no cap`);
      const { amountOut } = routeOf(snapshot, { ...asked, amountIn: found.maxAmountIn }, gasPrice);
      expect(amountOut, `${ether}`).toBeGreaterThan(whole - whole / 1_000n);
    }
  });

  test("behavior: where one pool is enough below the cap, it is what the amount is found by", () => {
    const pair = (n: number, a: number, b: number, tvlUsd: number) => ({
      protocol: uniswapV2,
      state: v2Pool(n, { a, b, priceA: a === 0 ? 3_000 : 1, priceB: 1, tvlUsd }),
    });
    const pools = [pair(1, 0, 1, 1e11), pair(2, 0, 2, 2e5), pair(3, 1, 2, 2e5)];
    const vaults = [{ asset: 1, depositLimit: 50_000n * ONE }];
    const snapshot = createCappedMarket({ seed: 1, tokens: TOKENS, pools: 3 }, vaults, pools);
    const found = findRoute(snapshot, request(0, SHARE, 100n * ONE), NO_GAS);
    if (found.ok || found.reason !== "cap-exceeded") throw new Error("no cap");
    // 50,000 dollars and the fee.
    const fair = (50_000n * ONE * 1_000n) / (3_000n * 997n);
    expect(found.maxAmountIn).toBeGreaterThan(fair - fair / 1_000n);
    expect(found.maxAmountIn).toBeLessThan(fair + fair / 1_000n);
  });

  test("behavior: right at a cap prices are found as they are below", () => {
    const snapshot = marketWith(1, 50_000n * ONE);
    const far = findRoute(snapshot, request(0, SHARE, 40n * ONE), NO_GAS);
    if (far.ok || far.reason !== "cap-exceeded") throw new Error("no cap");
    for (const part of [900n, 990n, 995n, 998n, 999n]) {
      const amountIn = (far.maxAmountIn * part) / 1_000n;
      const { certificate } = routeOf(snapshot, request(0, SHARE, amountIn));
      expect(certificate?.gapBps).toBeLessThan(0.1);
    }
    const beyond = request(0, SHARE, far.maxAmountIn + far.maxAmountIn / 10_000n);
    expect(findRoute(snapshot, beyond, NO_GAS)).toMatchObject({ reason: "cap-exceeded" });
  });

  test("behavior: a deposit of all that a vault takes is taken, to the unit", () => {
    const limit = 50_000n * ONE + 7n;
    const snapshot = marketWith(1, limit);
    expect(findRoute(snapshot, request(1, SHARE, limit), NO_GAS).ok).toBe(true);
    expect(findRoute(snapshot, request(1, SHARE, limit + 1n), NO_GAS)).toEqual({
      ...{ ok: false, reason: "cap-exceeded", maxAmountIn: limit },
    });
  });
});

describe("findRouteExactOut", () => {
  test("behavior: what a cap leaves is bought with no more than it costs, more is refused", () => {
    const snapshot = marketWith(4, 50_000n * ONE);
    const { amountIn: _, ...terms } = request(0, SHARE, 1n);
    const whole = (50_000n * ONE * 10n) / 11n;
    const found = findRouteExactOut(
      snapshot,
      { ...terms, amountOut: (whole * 99n) / 100n },
      NO_GAS,
    );
    if (!found.ok) throw new Error(found.reason);
    expect(found.route.amountIn).toBeLessThan(17n * ONE);
    const more = findRouteExactOut(snapshot, { ...terms, amountOut: whole + ONE }, NO_GAS);
    if (more.ok || more.reason !== "insufficient-liquidity") throw new Error("no refusal");
    expect("maxAmountOut" in more && more.maxAmountOut > (whole * 999n) / 1_000n).toBe(true);
  });
});
