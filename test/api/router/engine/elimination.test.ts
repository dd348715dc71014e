import { describe, expect, test } from "vitest";
import { createElimination } from "../../../../src/api/router/engine/elimination.ts";
import { createRandom } from "../market.ts";

interface Weight {
  readonly a: number;
  readonly b: number;
  readonly weight: number;
}

/** Gauss-Jordan elimination with pivoting on the dense matrix. */
function solveDense(size: number, weights: readonly Weight[], vector: Float64Array): number[] {
  const rows = Array.from({ length: size }, (_, i) => {
    const row = new Float64Array(size + 1);
    row[size] = vector[i] ?? 0;
    return row;
  });
  const add = (i: number, j: number, change: number): void => {
    const row = rows[i];
    if (row !== undefined) row[j] = (row[j] ?? 0) + change;
  };
  for (const { a, b, weight } of weights) {
    add(a, a, weight);
    if (b < 0) continue;
    add(b, b, weight);
    add(a, b, -weight);
    add(b, a, -weight);
  }
  for (let pivot = 0; pivot < size; pivot++) {
    const rest = rows
      .slice(pivot)
      .sort((x, y) => Math.abs(y[pivot] ?? 0) - Math.abs(x[pivot] ?? 0));
    rows.splice(pivot, rest.length, ...rest);
    const main = rows[pivot];
    if (main === undefined) continue;
    for (const [i, row] of rows.entries()) {
      const factor = (row[pivot] ?? 0) / (main[pivot] ?? 1);
      if (i === pivot) continue;
      for (let j = pivot; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (main[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

/** A connected random graph, some nodes grounded. */
function randomWeights(random: () => number, size: number): readonly Weight[] {
  const weights: Weight[] = [{ a: 0, b: -1, weight: 1 + random() }];
  for (let a = 1; a < size; a++) {
    weights.push({ a, b: Math.floor(random() * a), weight: 10 ** (random() * 4 - 2) });
  }
  for (let n = 0; n < size; n++) {
    const a = Math.floor(random() * size);
    const b = Math.floor(random() * size);
    if (a !== b) weights.push({ a, b: random() < 0.2 ? -1 : b, weight: 10 ** (random() * 4 - 2) });
  }
  return weights;
}

describe("createElimination", () => {
  test("default: solves what dense elimination solves, one system after the other", () => {
    const random = createRandom(7);
    const elimination = createElimination(24);
    for (let round = 0; round < 60; round++) {
      const size = 2 + Math.floor(random() * 23);
      const weights = randomWeights(random, size);
      const vector = Float64Array.from({ length: 24 }, (_, i) => (i < size ? random() - 0.5 : 0));
      const expected = solveDense(size, weights, vector);
      elimination.clear();
      for (const { a, b, weight } of weights) elimination.addWeight(a, b, weight);
      elimination.solve(vector, 0);
      for (let i = 0; i < size; i++) {
        const scale = Math.max(...expected.map(Math.abs));
        expect(Math.abs((vector[i] ?? 0) - (expected[i] ?? 0)) / scale).toBeLessThan(1e-9);
      }
    }
  });

  test("behavior: a node without a weight keeps its entry", () => {
    const elimination = createElimination(3);
    elimination.clear();
    elimination.addWeight(0, -1, 2);
    const vector = Float64Array.of(4, 5, 6);
    elimination.solve(vector, 0);
    expect([...vector]).toEqual([2, 5, 6]);
  });

  test("behavior: the ridge keeps a graph without a ground solvable", () => {
    const elimination = createElimination(2);
    elimination.clear();
    elimination.addWeight(0, 1, 1);
    const vector = Float64Array.of(1, -1);
    elimination.solve(vector, 1e-12);
    expect((vector[0] ?? 0) - (vector[1] ?? 0)).toBeCloseTo(1, 6);
  });
});
