import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgeKey, type GraphEdge, type Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import { findJointRoute, type JointRequest } from "../../../src/api/router/joint-route.ts";
import { asJoint } from "../../../src/api/router/merging.ts";
import type { JointRoute, RouteInput } from "../../../src/api/router/route.ts";
import { sized } from "../../harness/size.ts";
import { addressOf, createMarket } from "./market.ts";
import { NO_GAS, ONE, request, routeOf } from "./requests.ts";

/** Random requests: what they spend, and whether they are routed at all. */
const [SPENT, ROUTED] = sized({
  always: [60, 120] as const,
  nightly: [1_500, 4_000] as const,
});
const GAS: GasPrice = { numerator: 10n ** 12n, denominator: 1n };

function asked(inputs: readonly RouteInput[], tokenOut: number, maxLegs = 40): JointRequest {
  const terms = { onlyProtocols: [], ignoreProtocols: [], maxLegs };
  return { ...terms, inputs, tokenOut: addressOf("token", tokenOut) };
}

function input(token: number, amount: bigint): RouteInput {
  return { token: addressOf("token", token), amount };
}

function joint(snapshot: Snapshot, request: JointRequest, gasPrice = NO_GAS): JointRoute {
  const result = findJointRoute(snapshot, request, gasPrice);
  if (!result.ok) throw new Error(result.failure.reason);
  return result.route;
}

/** Walks the hops with exact quotes on carried states, each after all that pays into its token. */
function replayed(snapshot: Snapshot, route: JointRoute): bigint {
  const balances = new Map(route.inputs.map(({ token, amount }) => [token, amount]));
  const states = new Map<string, GraphEdge["state"]>();
  const used = new Set<string>();
  for (const { edge, shareX64, amountIn, amountOut } of route.hops) {
    const left = balances.get(edge.tokenIn) ?? 0n;
    const taken = shareX64 === null ? left : (left * shareX64) >> 64n;
    expect(taken).toBe(amountIn);
    const key = edgeKey(edge);
    expect(used.has(key)).toBe(false);
    used.add(key);
    const state = states.get(edge.state.id) ?? edge.state;
    const quote = edge.protocol.quote(state, edge, taken, snapshot.next);
    expect(quote).toMatchObject({ ok: true, amountOut });
    if (!quote.ok) continue;
    states.set(edge.state.id, quote.next);
    balances.set(edge.tokenIn, left - taken);
    balances.set(edge.tokenOut, (balances.get(edge.tokenOut) ?? 0n) + amountOut);
  }
  for (const [token, left] of balances) if (token !== route.tokenOut) expect(left).toBe(0n);
  return balances.get(route.tokenOut) ?? 0n;
}

describe("findJointRoute", () => {
  test("default: of one token exactly what findRoute finds", () => {
    const market = createMarket({ seed: 4, tokens: 12, pools: 40 });
    const alone = { ...request(7, 3, 5n * ONE), maxLegs: 40 };
    expect(joint(market, asked([input(7, 5n * ONE)], 3), GAS)).toEqual(
      asJoint(routeOf(market, alone, GAS)),
    );
  });

  test("behavior: several tokens are spent whole, exactly, on carried states", () => {
    let merged = 0;
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 60 }),
          tokens: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 3, maxLength: 6 }),
          amount: fc.bigInt({ min: 10n ** 9n, max: 2_000n * ONE }),
          isCharged: fc.boolean(),
        }),
        ({ seed, tokens, amount, isCharged }) => {
          const market = createMarket({ seed, tokens: 12, pools: 40 });
          const [tokenOut = 0, ...sold] = tokens;
          const inputs = sold.map((token, i) => input(token, amount + BigInt(i)));
          const gasPrice = isCharged ? GAS : NO_GAS;
          const result = findJointRoute(market, asked(inputs, tokenOut), gasPrice);
          fc.pre(result.ok);
          if (!result.ok) return;
          const { route } = result;
          expect(route.inputs).toEqual(inputs);
          expect(replayed(market, route)).toBe(route.amountOut);
          expect(route.gas).toBe(route.hops.reduce((sum, { gas }) => sum + gas, 0n));
          expect(route.hops.length).toBeLessThanOrEqual(40);
          const sources = new Set(inputs.map(({ token }) => token));
          if (route.hops.some(({ edge }) => sources.has(edge.tokenOut))) merged += 1;
          // The order of the list says nothing.
          const reversed = joint(market, asked([...inputs].reverse(), tokenOut), gasPrice);
          expect(reversed.amountOut).toBe(route.amountOut);
        },
      ),
      { numRuns: SPENT },
    );
    expect(merged).toBeGreaterThan(SPENT / 15);
  });

  test("behavior: what can be sold alone can be sold beside amounts of any size", () => {
    const seen = { routed: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 60 }),
          tokens: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 3, maxLength: 6 }),
          exponents: fc.array(fc.integer({ min: 2, max: 21 }), { minLength: 5, maxLength: 5 }),
        }),
        ({ seed, tokens, exponents }) => {
          const market = createMarket({ seed, tokens: 12, pools: 40 });
          const [tokenOut = 0, ...sold] = tokens;
          const inputs = sold.map((token, i) => input(token, 10n ** BigInt(exponents[i] ?? 18)));
          const alone = inputs.map(({ token, amount }) =>
            findRoute(market, { ...request(0, tokenOut, amount), tokenIn: token }, NO_GAS),
          );
          fc.pre(alone.every(({ ok }) => ok));
          const result = findJointRoute(market, asked(inputs, tokenOut, 100), NO_GAS);
          if (result.ok) {
            expect(replayed(market, result.route)).toBe(result.route.amountOut);
            seen.routed += 1;
          } else {
            // The pools that the inputs share may be too small for all of them.
            expect(result.failure.reason).toBe("insufficient-liquidity");
            seen.refused += 1;
          }
        },
      ),
      { numRuns: ROUTED },
    );
    expect(seen.routed).toBeGreaterThan(20 * seen.refused);
  });

  test("behavior: routes that would close a circle are merged all the same", () => {
    // Each of two tokens is best sold through the other.
    let circles = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const market = createMarket({ seed, tokens: 6, pools: 18 });
      for (const [a = 0, b = 0, out = 0] of [
        [2, 3, 1],
        [3, 1, 2],
        [0, 2, 3],
      ]) {
        const inputs = [input(a, 3_000n * ONE), input(b, 3_000n * ONE)];
        const separate = inputs.map(({ token, amount }) =>
          findRoute(market, { ...request(a, out, amount), tokenIn: token }, NO_GAS),
        );
        const passes = (n: number, token: number): boolean => {
          const found = separate[n];
          if (found?.ok !== true) return false;
          return found.route.hops.some(({ edge }) => edge.tokenOut === addressOf("token", token));
        };
        if (!passes(0, b) || !passes(1, a)) continue;
        circles += 1;
        const route = joint(market, asked(inputs, out));
        expect(replayed(market, route)).toBe(route.amountOut);
      }
    }
    expect(circles).toBeGreaterThan(3);
  });

  test("behavior: pays about what its inputs pay one after the other, and no more than alone", () => {
    const market = createMarket({ seed: 9, tokens: 12, pools: 40 });
    const inputs = [input(5, 50n * ONE), input(7, 50n * ONE), input(9, 50n * ONE)];
    const together = joint(market, asked(inputs, 1)).amountOut;
    const alone = inputs.map(({ token, amount }) => {
      return routeOf(market, { ...request(5, 1, amount), tokenIn: token }).amountOut;
    });
    const sum = alone.reduce((total, each) => total + each, 0n);
    expect(together).toBeLessThanOrEqual(sum);
    expect(together).toBeGreaterThan((sum * 95n) / 100n);
  });

  test("error: names the input that has no route, and why", () => {
    const market = createMarket({ seed: 4, tokens: 12, pools: 40 });
    const stranger = { token: addressOf("token", 77), amount: ONE };
    const result = findJointRoute(market, asked([input(7, ONE), stranger], 3), NO_GAS);
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: "no-route" },
      request: { tokenIn: stranger.token },
    });
  });
});
