import { describe, expect, test } from "vitest";
import { connecting } from "../../../../src/api/router/engine/connecting.ts";
import { solveDual } from "../../../../src/api/router/engine/dual.ts";
import {
  createProblem,
  type Problem,
  type ProblemEdge,
} from "../../../../src/api/router/engine/problem.ts";
import { separate } from "../../../../src/api/router/engine/separation.ts";
import { constantProduct } from "../../../../src/lib/curves/constant-product.ts";
import { startOf } from "./problems.ts";

const [SOURCE, CONNECTOR, RARE, TARGET] = [0, 1, 2, 3];
const [SHARES, EXCHANGE] = [0, 1];
const EDGE = { reserveIn: 1e12, kept: 1, capacity: 1e30, gas: 0 };

/**
 * A share that can be redeemed into either of two tokens, of which the second is traded by the same
 * pool alone and pays more.
 */
function shares(): Problem {
  const edges: readonly ProblemEdge[] = [
    edge(SOURCE, CONNECTOR, { pool: SHARES, price: 1 }),
    edge(SOURCE, RARE, { pool: SHARES, price: 1.5 }),
    edge(CONNECTOR, TARGET, { pool: EXCHANGE, price: 1 }),
    edge(RARE, CONNECTOR, { pool: SHARES, price: 1 }),
  ];
  const ask = { tokenCount: 4, source: SOURCE, target: TARGET, amountIn: 1e11, gasPrice: 0 };
  return createProblem(ask, edges);
}

function edge(from: number, to: number, on: { pool: number; price: number }): ProblemEdge {
  const curve = constantProduct({ ...EDGE, reserveOut: EDGE.reserveIn * on.price });
  return { from, to, pool: on.pool, curve };
}

describe("separate", () => {
  test("behavior: an edge that leads nowhere without its pool is not chosen", () => {
    const problem = shares();
    const optimum = solveDual(problem, startOf(problem));
    expect([...optimum.edges]).toEqual([0, 1, 2, 3]);
    for (const { edges, solution } of separate(problem, { solution: optimum })) {
      expect([...(edges ?? [])]).toEqual([0, 2]);
      expect([...solution.edges]).toEqual([0, 2]);
      // Through both pools one after the other: 1e11 of 1e12 on each side.
      const first = 1e12 / 11;
      expect(solution.upperBound / ((1e12 * first) / (1e12 + first))).toBeCloseTo(1, 6);
    }
  });
});

describe("connecting", () => {
  test("default", () => {
    const problem = shares();
    expect([...connecting(problem, Int32Array.of(0, 1, 2, 3))]).toEqual([0, 1, 2, 3]);
    expect([...connecting(problem, Int32Array.of(0, 1, 2))]).toEqual([0, 2]);
    expect([...connecting(problem, Int32Array.of(0, 1, 3))]).toEqual([]);
  });
});
