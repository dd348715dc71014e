import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/api/router/engine/candidate.ts";
import { bestValues } from "../../../../src/api/router/engine/prices.ts";
import type { Problem } from "../../../../src/api/router/engine/problem.ts";
import { type Solution, solve, solving } from "../../../../src/api/router/engine/solve.ts";
import { createRandom } from "../market.ts";
import { GAS, problemOfPools, randomMarket } from "./problems.ts";

const UNLIMITED = { maxLegs: 1_000, maxGas: 1e12, maxHops: 8 };

/** Best output after gas over all subsets of the edges, each at its own optimum. */
function bruteForce(problem: Problem): number {
  const useful = [...problem.from.keys()].filter(
    (e) => problem.to[e] !== problem.source && problem.from[e] !== problem.target,
  );
  const start = bestValues(problem);
  let best = Number.NEGATIVE_INFINITY;
  for (let subset = 1; subset < 2 ** useful.length; subset++) {
    const edges = useful.filter((_, i) => (subset >> i) % 2 === 1);
    const pools = new Set(edges.map((e) => problem.pool[e]));
    if (pools.size < edges.length) continue;
    best = Math.max(best, resolve(problem, edges, start)?.plan.net ?? best);
  }
  return best;
}

describe("solve", () => {
  test("behavior: with gas the best plan is the best over all subsets of edges, nearly always", () => {
    const random = createRandom(19);
    let [compared, equal] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const problem = problemOfPools(
        randomMarket(random, { tokenCount: 4, poolCount: 6, gasPrice: 10 ** (random() * 3 - 2) }),
      );
      const [plan] = solve(problem, UNLIMITED).plans;
      if (plan === undefined) continue;
      const best = bruteForce(problem);
      const loss = (best - plan.net) / plan.amountOut;
      compared += 1;
      if (loss < 1e-7) equal += 1;
      // Fixed costs make the problem combinatorial; a few hundredths of a percent are what may be
      // lost.
      expect(loss).toBeLessThan(5e-4);
    }
    expect(compared).toBeGreaterThan(40);
    expect(equal / compared).toBeGreaterThan(0.95);
  });

  test("behavior: plans keep within legs and gas, and never use a pool twice", () => {
    const random = createRandom(23);
    for (let round = 0; round < 40; round++) {
      const problem = problemOfPools(
        randomMarket(random, { tokenCount: 6, poolCount: 16, gasPrice: 0 }),
      );
      const free = solve(problem, UNLIMITED).plans[0];
      for (const maxLegs of [1, 2, 3, 5]) {
        const { plans } = solve(problem, { ...UNLIMITED, maxLegs });
        for (const plan of plans) {
          expect(plan.edges.length).toBeLessThanOrEqual(maxLegs);
          expect(plan.amountOut).toBeLessThanOrEqual((free?.amountOut ?? 0) * (1 + 1e-9));
          const pools = plan.edges.map((e) => problem.pool[e]);
          expect(new Set(pools).size).toBe(pools.length);
        }
      }
      const [frugal] = solve(problem, { ...UNLIMITED, maxGas: 3 * GAS }).plans;
      if (frugal !== undefined) expect(frugal.gas).toBeLessThanOrEqual(3 * GAS);
    }
  });

  test("behavior: searches within limits rest, and find the same with others in between", () => {
    const random = createRandom(31);
    let rests = 0;
    for (let round = 0; round < 20; round++) {
      const first = problemOfPools(
        randomMarket(random, { tokenCount: 6, poolCount: 24, gasPrice: 0 }),
      );
      // In the same memory.
      const problems = [first, { ...first, amountIn: 3 * first.amountIn }];
      const limits = { ...UNLIMITED, maxLegs: 2 };
      const alone = problems.map((problem) => solve(problem, limits));
      const searches = problems.map((problem) => solving(problem, limits));
      const found = searches.map(() => null as Solution | null);
      while (found.includes(null)) {
        for (const [i, search] of searches.entries()) {
          if (found[i] !== null) continue;
          const { done, value } = search.next();
          if (done === true) found[i] = value;
          else rests += 1;
        }
      }
      expect(found).toEqual(alone);
    }
    expect(rests).toBeGreaterThan(100);
  });

  test("behavior: nothing is worse than the best single path", () => {
    const random = createRandom(29);
    for (let round = 0; round < 60; round++) {
      const problem = problemOfPools(
        randomMarket(random, { tokenCount: 6, poolCount: 14, gasPrice: 0.1 }),
      );
      const [plan] = solve(problem, UNLIMITED).plans;
      const [single] = solve(problem, { ...UNLIMITED, maxLegs: 1 }).plans;
      if (single !== undefined) expect(plan?.net).toBeGreaterThanOrEqual(single.net);
    }
  });
});
