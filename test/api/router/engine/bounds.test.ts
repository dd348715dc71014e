import { describe, expect, test } from "vitest";
import { acyclicBound, chainBound } from "../../../../src/api/router/engine/acyclic-bound.ts";
import { boundAt } from "../../../../src/api/router/engine/certificate.ts";
import { simplePathRatios } from "../../../../src/api/router/engine/path-ratios.ts";
import { bestValues, leastCosts } from "../../../../src/api/router/engine/prices.ts";
import type { Problem } from "../../../../src/api/router/engine/problem.ts";
import { solve } from "../../../../src/api/router/engine/solve.ts";
import { withSupplies } from "../../../../src/api/router/engine/supplies.ts";
import { createRandom } from "../market.ts";
import { problemOfPools, randomMarket } from "./problems.ts";

const UNLIMITED = { maxLegs: 1_000, maxGas: 1e12, maxHops: 8 };
/** Part by which pools' prices differ: many times their fees, so that circles are worth a trade. */
const ARBITRAGE = 0.05;

/** A random market with circles, small or large amounts, gas from nothing to much. */
function circularProblem(random: () => number): Problem {
  const gasPrice = random() < 0.3 ? 0 : 10 ** (random() * 4 - 3);
  const market = randomMarket(random, { tokenCount: 5, poolCount: 10, gasPrice });
  const pools = market.pools.map(({ tokens, reserves: [x, y] }) => {
    return { tokens, reserves: [x, y * (1 + (random() - 0.5) * ARBITRAGE)] as const };
  });
  const amountIn = market.amountIn * 10 ** (-4 * random());
  const problem = problemOfPools({ ...market, pools, amountIn });
  const values = bestValues(problem);
  const ofSource = values[problem.source] ?? 0;
  return withSupplies(problem, leastCosts(problem, ofSource), ofSource);
}

/**
 * What a random flow without circles is worth after gas: tokens in a random order, each divided
 * among some of the edges that lead on in it.
 */
function randomFlow(problem: Problem, random: () => number): number {
  const { tokenCount, source, target, first, to, curves, amountIn, gasPrice } = problem;
  const order = Array.from({ length: tokenCount }, (_, token) => ({ token, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ token }) => token)
    .filter((token) => token !== source && token !== target);
  const rank = new Map([source, ...order, target].map((token, n) => [token, n]));
  const balance = new Float64Array(tokenCount);
  balance[source] = amountIn;
  let gas = 0;
  for (const token of [source, ...order]) {
    const ahead: number[] = [];
    for (let e = first[token] ?? 0; e < (first[token + 1] ?? 0); e++) {
      const isAhead = (rank.get(to[e] ?? 0) ?? 0) > (rank.get(token) ?? 0);
      if (isAhead && random() < 0.6) ahead.push(e);
    }
    const parts = ahead.map(() => random() ** 3);
    const whole = parts.reduce((sum, part) => sum + part, 0);
    for (const [i, e] of ahead.entries()) {
      const amount = ((balance[token] ?? 0) * (parts[i] ?? 0)) / whole;
      if (!(amount > 0)) continue;
      const v = to[e] ?? 0;
      balance[v] = (balance[v] ?? 0) + (curves[e]?.output(amount) ?? 0);
      gas += curves[e]?.gas(amount) ?? 0;
    }
  }
  return (balance[target] ?? 0) - gas * gasPrice;
}

describe("bounds", () => {
  test("behavior: no flow without circles is worth more, at whatever prices", () => {
    const random = createRandom(71);
    let [compared, tighter] = [0, 0];
    for (let round = 0; round < 120; round++) {
      const problem = circularProblem(random);
      const values = bestValues(problem).map((value) => value * (1 + (random() - 0.5) * 0.02));
      values[problem.target] = 1;
      if (!((values[problem.source] ?? 0) > 0)) continue;
      const closed = new Set([...problem.from.keys()].filter(() => random() < 0.3));
      const bounds = [
        boundAt(problem, values),
        acyclicBound(problem, values, (e) => closed.has(e)),
        chainBound(problem),
      ];
      const flows = Array.from({ length: 150 }, () => randomFlow(problem, random));
      const best = solve(problem, UNLIMITED).plans[0]?.net ?? 0;
      compared += 1;
      if (Math.min(...bounds.slice(1)) < (bounds[0] ?? 0)) tighter += 1;
      for (const bound of bounds) {
        expect(Math.max(best, ...flows)).toBeLessThanOrEqual(bound * (1 + 1e-9));
      }
    }
    expect(compared).toBeGreaterThan(90);
    expect(tighter).toBeGreaterThan(30);
  });

  test("behavior: nothing found is worth more than the told bound", () => {
    const random = createRandom(73);
    const gaps: number[] = [];
    for (let round = 0; round < 150; round++) {
      const problem = circularProblem(random);
      const { plans, upperBound } = solve(problem, UNLIMITED);
      const [plan] = plans;
      if (plan === undefined || upperBound === null) continue;
      for (let n = 0; n < 40; n++) {
        expect(randomFlow(problem, random)).toBeLessThanOrEqual(upperBound * (1 + 1e-9));
      }
      gaps.push((upperBound - plan.net) / plan.amountOut);
    }
    gaps.sort((a, b) => a - b);
    expect(gaps[0]).toBeGreaterThan(-1e-9);
    // Of markets that are worth a circle each: half within ten basis points.
    expect(gaps[gaps.length >> 1]).toBeLessThan(1e-3);
  });

  test("behavior: limits only lower the bound, and plans within them stay below it", () => {
    const random = createRandom(79);
    for (let round = 0; round < 60; round++) {
      const problem = circularProblem(random);
      const free = solve(problem, UNLIMITED);
      for (const maxLegs of [1, 2, 3]) {
        const { plans, upperBound } = solve(problem, { ...UNLIMITED, maxLegs });
        if (upperBound === null || free.upperBound === null) continue;
        expect(upperBound).toBeLessThanOrEqual(free.upperBound * (1 + 1e-9));
        for (const { net } of plans) expect(net).toBeLessThanOrEqual(upperBound * (1 + 1e-9));
      }
    }
  });
});

describe("simplePathRatios", () => {
  test("default: the best of all chains without a circle, circles that pay aside", () => {
    const random = createRandom(83);
    const tokenCount = 6;
    for (let round = 0; round < 40; round++) {
      const ratios = Float64Array.from({ length: tokenCount ** 2 }, () =>
        random() < 0.3 ? 0 : 0.9 + random() * 0.2,
      );
      const [source, target] = [0, tokenCount - 1];
      const best = simplePathRatios({ tokenCount, ratios }, { source, target });
      const longest = (token: number, passed: readonly number[]): number => {
        if (token === target) return 1;
        let most = 0;
        for (let v = 0; v < tokenCount; v++) {
          const ratio = ratios[token * tokenCount + v] ?? 0;
          if (v === source || passed.includes(v) || v === token || !(ratio > 0)) continue;
          most = Math.max(most, ratio * longest(v, [...passed, token]));
        }
        return most;
      };
      const exact = longest(source, []);
      expect(best[source]).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(best[source]).toBeLessThanOrEqual(exact * 1.02);
    }
  });
});
