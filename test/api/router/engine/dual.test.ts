import { describe, expect, test } from "vitest";
import { solveDual } from "../../../../src/api/router/engine/dual.ts";
import { bestValues } from "../../../../src/api/router/engine/prices.ts";
import type { Problem } from "../../../../src/api/router/engine/problem.ts";
import { recoverPlan } from "../../../../src/api/router/engine/recovery.ts";
import { createRandom } from "../market.ts";
import { problemOfPools, randomMarket, startOf } from "./problems.ts";

function optimum(problem: Problem) {
  const solution = solveDual(problem, startOf(problem));
  return { solution, plan: recoverPlan(problem, solution) };
}

/**
 * What a random acyclic flow pays: tokens in a random order, each divided at random among the edges
 * that lead on in that order.
 */
function randomFlowOutput(problem: Problem, random: () => number): number {
  const { tokenCount, source, target, first, to, curves, amountIn } = problem;
  const inner = Array.from({ length: tokenCount }, (_, t) => t).filter(
    (t) => t !== source && t !== target,
  );
  const order = [source, ...inner.sort(() => random() - 0.5), target];
  const rank = new Map(order.map((token, n) => [token, n]));
  const balance = new Float64Array(tokenCount);
  balance[source] = amountIn;
  for (const token of order) {
    if (token === target) break;
    const ahead: number[] = [];
    for (let e = first[token] ?? 0; e < (first[token + 1] ?? 0); e++) {
      if ((rank.get(to[e] ?? 0) ?? 0) > (rank.get(token) ?? 0)) ahead.push(e);
    }
    const parts = ahead.map(() => random() ** 3);
    const whole = parts.reduce((sum, part) => sum + part, 0);
    for (const [i, e] of ahead.entries()) {
      const amount = ((balance[token] ?? 0) * (parts[i] ?? 0)) / whole;
      const v = to[e] ?? 0;
      balance[v] = (balance[v] ?? 0) + (curves[e]?.output(amount) ?? 0);
    }
  }
  return balance[target] ?? 0;
}

describe("solveDual", () => {
  test("default: two equal pools get half each", () => {
    const pool = { tokens: [0, 1], reserves: [1e6, 2e6] } as const;
    const market = { tokenCount: 2, pools: [pool, pool], amountIn: 1e5, gasPrice: 0 };
    const problem = problemOfPools(market);
    const { solution, plan } = optimum(problem);
    const half = problem.curves[0]?.output(5e4) ?? 0;
    expect(plan?.amountOut).toBeCloseTo(2 * half, 3);
    expect(solution.upperBound).toBeCloseTo(2 * half, 3);
    expect([...solution.inputs].map((x) => Math.round(x))).toEqual([50_000, 50_000]);
  });

  test("behavior: no flow pays more than the bound, and the recovered plan pays it", () => {
    const random = createRandom(11);
    let compared = 0;
    for (let round = 0; round < 80; round++) {
      const problem = problemOfPools(
        randomMarket(random, { tokenCount: 5, poolCount: 9, gasPrice: 0 }),
      );
      const { solution, plan } = optimum(problem);
      if (plan === null) continue;
      compared += 1;
      expect(plan.amountOut / solution.upperBound).toBeGreaterThan(1 - 1e-7);
      expect(plan.amountOut / solution.upperBound).toBeLessThan(1 + 1e-12);
      for (let n = 0; n < 50; n++) {
        const paid = randomFlowOutput(problem, random);
        expect(paid).toBeLessThanOrEqual(solution.upperBound * (1 + 1e-12));
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  test("behavior: a grid over the splits of three pools finds nothing better", () => {
    const pools = [1e6, 4e5, 9e4].map((reserve) => ({
      tokens: [0, 1] as const,
      reserves: [reserve, reserve * 1.001] as const,
    }));
    const problem = problemOfPools({ tokenCount: 2, pools, amountIn: 2e5, gasPrice: 0 });
    const { solution, plan } = optimum(problem);
    const edges = [0, 1, 2].map((e) => problem.curves[e]);
    let best = 0;
    for (let i = 0; i <= 200; i++) {
      for (let j = 0; i + j <= 200; j++) {
        const parts = [i, j, 200 - i - j];
        const outputs = edges.map((curve, n) => curve?.output((parts[n] ?? 0) * 1e3) ?? 0);
        best = Math.max(
          best,
          outputs.reduce((sum, out) => sum + out, 0),
        );
      }
    }
    expect(plan?.amountOut).toBeGreaterThanOrEqual(best);
    expect(solution.upperBound).toBeGreaterThanOrEqual(best);
    expect(solution.upperBound / best).toBeLessThan(1.0001);
  });

  test("behavior: prices of groups keep their ratio", () => {
    const random = createRandom(5);
    const problem = problemOfPools(
      randomMarket(random, { tokenCount: 5, poolCount: 9, gasPrice: 0 }),
    );
    const start = bestValues(problem);
    const groups = Int32Array.of(1, 0, 0, 0, 2);
    const { values, edges } = solveDual(problem, start, { groups, tolerance: 1e-6 });
    const inner = [1, 2, 3].filter((t) => (start[t] ?? 0) > 0);
    expect(inner.length).toBeGreaterThan(1);
    const scales = inner.map((t) => (values[t] ?? 0) / (start[t] ?? 1));
    for (const scale of scales) expect(scale / (scales[0] ?? 1)).toBeCloseTo(1, 12);
    for (const e of edges) {
      expect(groups[problem.from[e] ?? 0]).not.toBe(groups[problem.to[e] ?? 0]);
    }
  });

  test("behavior: a token without edges at the ends moves with its group", () => {
    const chain = [0, 1, 2, 3].map((t) => ({
      tokens: [t, t + 1] as const,
      reserves: [1e6, 1e6] as const,
    }));
    const problem = problemOfPools({ tokenCount: 5, pools: chain, amountIn: 2e5, gasPrice: 0 });
    const start = bestValues(problem);
    const groups = Int32Array.of(1, 0, 0, 0, 2);
    const { values } = solveDual(problem, start, { groups });
    expect((values[1] ?? 0) / (start[1] ?? 1)).toBeLessThan(0.9);
    expect((values[2] ?? 0) / (values[1] ?? 1)).toBeCloseTo((start[2] ?? 0) / (start[1] ?? 1), 12);
  });
});
