import { describe, expect, test } from "vitest";
import { solveDual } from "../../../../src/api/router/engine/dual.ts";
import type { Problem } from "../../../../src/api/router/engine/problem.ts";
import { type Plan, pathPlan, recoverPlan } from "../../../../src/api/router/engine/recovery.ts";
import { createRandom } from "../market.ts";
import { problemOfPools, randomMarket, type SmallPool, startOf } from "./problems.ts";

/**
 * Fails unless every token but the ends passes on what it gets, in an order in which no edge leads
 * back.
 */
function expectExecutable(problem: Problem, plan: Plan): void {
  const { source, target, amountIn, from, to, curves } = problem;
  const balance = new Map([[source, amountIn]]);
  const left = new Set<number>();
  for (const [i, e] of plan.edges.entries()) {
    const [u, v] = [from[e] ?? 0, to[e] ?? 0];
    const amount = plan.amounts[i] ?? 0;
    // A token that edges have left is not reached again.
    left.add(u);
    expect(left.has(v)).toBe(false);
    balance.set(u, (balance.get(u) ?? 0) - amount);
    balance.set(v, (balance.get(v) ?? 0) + (curves[e]?.output(amount) ?? 0));
  }
  expect(balance.get(target)).toBeCloseTo(plan.amountOut, 6);
  for (const [token, rest] of balance) {
    if (token !== target) expect(Math.abs(rest)).toBeLessThan(1e-6 * amountIn);
  }
}

/** Edge of a problem by its ends. */
function edgeBetween({ from, to }: Problem, u: number, v: number): number {
  return from.findIndex((token, e) => token === u && to[e] === v);
}

describe("recoverPlan", () => {
  test("default: the optimum of random markets can be executed and conserves every token", () => {
    const random = createRandom(3);
    for (let round = 0; round < 100; round++) {
      const market = randomMarket(random, { tokenCount: 6, poolCount: 14, gasPrice: 0 });
      const problem = problemOfPools(market);
      const solution = solveDual(problem, startOf(problem));
      const plan = recoverPlan(problem, solution);
      if (plan !== null) expectExecutable(problem, plan);
    }
  });

  test("behavior: what comes to a token without room for it goes another way instead", () => {
    const pools = [
      { tokens: [0, 1], reserves: [1e6, 1e6] },
      { tokens: [1, 2], reserves: [1e6, 1e6] },
      { tokens: [0, 2], reserves: [1e6, 1e6] },
    ] as const;
    const whole = problemOfPools({ tokenCount: 3, pools, amountIn: 1e4, gasPrice: 0 });
    const [into, out, straight] = [
      edgeBetween(whole, 0, 1),
      edgeBetween(whole, 1, 2),
      edgeBetween(whole, 0, 2),
    ];
    const capacity = 4_000;
    const curves = whole.curves.map((curve, e) => (e === out ? { ...curve, capacity } : curve));
    const problem = { ...whole, curves };
    const solution = {
      values: Float64Array.of(1, 1, 1),
      edges: Int32Array.of(into, straight, out).sort(),
      surpluses: Float64Array.of(1, 1, 1),
      charges: new Float64Array(3),
      upperBound: 1e4,
      iterations: 0,
    };
    const inputs = Float64Array.from(solution.edges, () => 5_000);
    const plan = recoverPlan(problem, { ...solution, inputs });
    if (plan === null) throw new Error("no plan");
    expectExecutable(problem, plan);
    expect(plan.amounts[plan.edges.indexOf(out)]).toBeCloseTo(capacity, 3);
    // Without another way there is no room.
    expect(pathPlan(problem, [into, out])).toBeNull();
  });

  test("behavior: the weakest edge of a cycle and what leads nowhere go", () => {
    const pool = (a: number, b: number): SmallPool => ({ tokens: [a, b], reserves: [1e6, 1e6] });
    const pools = [pool(0, 1), pool(1, 2), pool(1, 2), pool(2, 3), pool(2, 1)];
    const problem = problemOfPools({ tokenCount: 4, pools, amountIn: 1e4, gasPrice: 0 });
    const [into, there, back, out] = [
      edgeBetween(problem, 0, 1),
      edgeBetween(problem, 1, 2),
      edgeBetween(problem, 2, 1),
      edgeBetween(problem, 2, 3),
    ];
    const edges = Int32Array.of(into, there, back, out);
    const plan = recoverPlan(problem, {
      values: Float64Array.of(1, 1, 1, 1),
      edges,
      inputs: Float64Array.of(1e4, 1.1e4, 1e3, 1e4),
      surpluses: Float64Array.of(1, 1, 1, 1),
      charges: new Float64Array(4),
      upperBound: 1e4,
      iterations: 0,
    });
    expect(plan?.edges).toEqual([into, there, out]);
    if (plan !== null) expectExecutable(problem, plan);
  });

  test("behavior: no plan where the target is not reached", () => {
    const pools: SmallPool[] = [{ tokens: [0, 1], reserves: [1e6, 1e6] }];
    const problem = problemOfPools({ tokenCount: 3, pools, amountIn: 1e4, gasPrice: 0 });
    const solution = solveDual(problem, startOf(problem));
    expect(recoverPlan(problem, solution)).toBeNull();
  });
});

describe("pathPlan", () => {
  test("default: the whole input goes through every edge", () => {
    const pools: SmallPool[] = [
      { tokens: [0, 1], reserves: [1e6, 1e6] },
      { tokens: [1, 2], reserves: [1e6, 2e6] },
    ];
    const problem = problemOfPools({ tokenCount: 3, pools, amountIn: 1e4, gasPrice: 0.01 });
    const path = [edgeBetween(problem, 0, 1), edgeBetween(problem, 1, 2)];
    const plan = pathPlan(problem, path);
    expect(plan?.edges).toEqual(path);
    if (plan === null) throw new Error("no plan");
    expectExecutable(problem, plan);
    expect(plan.net).toBeCloseTo(plan.amountOut - 2, 9);
  });
});
