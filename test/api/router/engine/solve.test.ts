import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/api/router/engine/candidate.ts";
import { bestValues } from "../../../../src/api/router/engine/prices.ts";
import { createProblem, type Problem } from "../../../../src/api/router/engine/problem.ts";
import { trim } from "../../../../src/api/router/engine/pruning.ts";
import { type Solution, solve, solving } from "../../../../src/api/router/engine/solve.ts";
import { constantProduct } from "../../../../src/lib/curves/constant-product.ts";
import { linear } from "../../../../src/lib/curves/linear.ts";
import { createRandom } from "../market.ts";
import { FEE, GAS, problemOfPools, randomMarket } from "./problems.ts";

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

/** A pool of as much of each token. */
function poolOf(from: number, to: number, reserve: number) {
  const reserves = { reserveIn: reserve, reserveOut: reserve };
  const curve = constantProduct({ ...reserves, kept: 1 - FEE, capacity: 1e30, gas: GAS });
  return { from, to, curve };
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

  test("behavior: what needs an edge of a fixed rate keeps it within a limit of legs", () => {
    // A wrap earns nothing itself; the deep pool is behind it.
    const swaps = [1e3, 2e3, 3e3, 4e3, 5e3, 6e3].map((reserve) => poolOf(0, 2, reserve));
    const wrap = { from: 0, to: 1, curve: linear({ rate: 1, capacity: 1e30, gas: GAS }) };
    const edges = [...swaps, wrap, poolOf(1, 2, 1e5)].map((edge, pool) => ({ ...edge, pool }));
    const ask = { tokenCount: 3, source: 0, target: 2, amountIn: 1e5, gasPrice: 1e-3 };
    const problem = createProblem(ask, edges);
    const whole = resolve(problem, [...edges.keys()], bestValues(problem));
    if (whole === null) throw new Error("no plan");
    const limits = { maxLegs: 3, maxGas: Number.POSITIVE_INFINITY };
    const fewest = trim(problem, whole, limits).at(-1)?.plan;
    expect(whole.plan.edges.length).toBe(8);
    expect(fewest?.edges.length).toBe(3);
    expect(fewest?.edges).toContain(6);
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
