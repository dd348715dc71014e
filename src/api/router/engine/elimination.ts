/**
 * Solves symmetric, weakly diagonally dominant systems (graph Laplacians with a grounded node) whose pattern is the same every time:
 * order and fill are found once, the numbers as often as needed.
 *
 * Nodes of few neighbours are eliminated first. On a market (many tokens with a few pools, few tokens with many) that causes next to no
 * fill, so that a solve is nearly linear in the number of edges.
 */
export interface Elimination {
  /** Sets all weights to 0. */
  clear(): void;
  /** Adds a weight between two nodes; one of them may be the ground, -1. */
  addWeight(a: number, b: number, weight: number): void;
  /** Solves for the right-hand side, in place; the weights are used up. `ridge` is added to every diagonal. */
  solve(rightHandSide: Float64Array, ridge: number): void;
  /** Largest diagonal. */
  largest(): number;
}

/**
 * @param size Number of nodes.
 * @param pairs Nodes that may have a weight between them; -1 is the ground.
 */
export function createElimination(
  size: number,
  pairs: readonly (readonly [number, number])[],
): Elimination {
  const neighbours: Set<number>[] = Array.from({ length: size }, () => new Set());
  for (const [a, b] of pairs) {
    if (a < 0 || b < 0 || a === b) continue;
    neighbours[a]?.add(b);
    neighbours[b]?.add(a);
  }
  const { order, later } = eliminationOrder(neighbours);
  const matrix = new Float64Array(size * size);
  const at = (row: number, column: number): number => matrix[row * size + column] ?? 0;

  return {
    clear() {
      matrix.fill(0);
    },
    addWeight(a, b, weight) {
      if (a >= 0) matrix[a * size + a] = at(a, a) + weight;
      if (b >= 0) matrix[b * size + b] = at(b, b) + weight;
      if (a < 0 || b < 0) return;
      matrix[a * size + b] = at(a, b) - weight;
      matrix[b * size + a] = at(b, a) - weight;
    },
    largest() {
      let most = 0;
      for (let k = 0; k < size; k++) most = Math.max(most, at(k, k));
      return most;
    },
    solve(b, ridge) {
      for (let k = 0; k < size; k++) matrix[k * size + k] = at(k, k) + ridge;
      for (const [i, pivot] of order.entries()) {
        const rest = later[i];
        const diagonal = at(pivot, pivot);
        if (rest === undefined) continue;
        for (const row of rest) {
          const factor = at(row, pivot) / diagonal;
          if (factor === 0) continue;
          b[row] = (b[row] ?? 0) - factor * (b[pivot] ?? 0);
          for (const column of rest) {
            const place = row * size + column;
            matrix[place] = (matrix[place] ?? 0) - factor * at(pivot, column);
          }
        }
      }
      for (let i = order.length - 1; i >= 0; i--) {
        const pivot = order[i] ?? 0;
        let value = b[pivot] ?? 0;
        for (const column of later[i] ?? []) value -= at(pivot, column) * (b[column] ?? 0);
        b[pivot] = value / at(pivot, pivot);
      }
    },
  };
}

/** Minimum-degree order, and for each eliminated node its neighbours that are eliminated later, fill included. */
function eliminationOrder(neighbours: readonly Set<number>[]): {
  readonly order: readonly number[];
  readonly later: readonly Int32Array[];
} {
  const open = new Set(neighbours.keys());
  const order: number[] = [];
  const later: Int32Array[] = [];
  while (open.size > 0) {
    let pivot = -1;
    for (const node of open) {
      const degree = neighbours[node]?.size ?? 0;
      if (pivot < 0 || degree < (neighbours[pivot]?.size ?? 0)) pivot = node;
    }
    open.delete(pivot);
    const rest = [...(neighbours[pivot] ?? [])];
    for (const node of rest) {
      const own = neighbours[node];
      own?.delete(pivot);
      for (const other of rest) if (other !== node) own?.add(other);
    }
    order.push(pivot);
    later.push(Int32Array.from(rest));
  }
  return { order, later };
}
