/**
 * Solves symmetric, weakly diagonally dominant systems: graph Laplacians with a grounded node. A
 * workspace: one system after the other is filled in and solved, and costs what its own nodes and
 * weights cost.
 *
 * Nodes of few neighbours are eliminated first. On a market (many tokens with a few pools, few
 * tokens with many) that causes next to no fill, so that a solve is nearly linear in the number of
 * weights.
 */
export interface Elimination {
  /** Forgets the last system. */
  clear(): void;
  /** Adds a weight between two nodes; one of them may be the ground, -1. */
  addWeight(a: number, b: number, weight: number): void;
  /**
   * Replaces `vector`, the right-hand side, by the solution. Nodes without a weight keep what they
   * have.
   *
   * @param ridge Added to every diagonal, in proportion to the largest.
   */
  solve(vector: Float64Array, ridge: number): void;
}

/** @param size Number of nodes at most. */
export function createElimination(size: number): Elimination {
  const matrix = new Float64Array(size * size);
  const diagonal = new Float64Array(size);
  /**
   * Nodes with a weight to node a, in `neighbours[a * size]` and behind; those eliminated before
   * `a` are still among them.
   */
  const neighbours = new Int32Array(size * size);
  const count = new Int32Array(size);
  /** Neighbours that are not eliminated. */
  const degree = new Int32Array(size);
  const isOpen = new Uint8Array(size);
  const isUsed = new Uint8Array(size);
  const nodes = new Int32Array(size);
  let nodeCount = 0;
  /**
   * Nodes in the order of their elimination, each with its open neighbours at that time first in
   * its list.
   */
  const order = new Int32Array(size);
  const later = new Int32Array(size);

  function use(a: number): void {
    if (isUsed[a] === 1) return;
    isUsed[a] = 1;
    nodes[nodeCount++] = a;
  }

  function connect(a: number, b: number): void {
    neighbours[a * size + (count[a] ?? 0)] = b;
    count[a] = (count[a] ?? 0) + 1;
    degree[a] = (degree[a] ?? 0) + 1;
  }

  /** Adds to the entry of two nodes, which a first entry makes neighbours. */
  function add(a: number, b: number, change: number): void {
    const [upper, lower] = [a * size + b, b * size + a];
    const before = matrix[upper] ?? 0;
    if (before === 0) {
      connect(a, b);
      connect(b, a);
    }
    // Never back to 0: the two stay neighbours.
    const after = before + change || Number.MIN_VALUE;
    matrix[upper] = after;
    matrix[lower] = after;
  }

  /** Takes the open node of fewest open neighbours out of the first `open` nodes. */
  function nextPivot(open: number): number {
    let least = 0;
    for (let i = 1; i < open; i++) {
      if ((degree[nodes[i] ?? 0] ?? 0) < (degree[nodes[least] ?? 0] ?? 0)) least = i;
    }
    const pivot = nodes[least] ?? 0;
    nodes[least] = nodes[open - 1] ?? 0;
    nodes[open - 1] = pivot;
    return pivot;
  }

  /** Moves the open neighbours to the front of the node's list; returns how many there are. */
  function gatherOpen(node: number): number {
    const start = node * size;
    let open = 0;
    for (let i = 0; i < (count[node] ?? 0); i++) {
      const other = neighbours[start + i] ?? 0;
      if (isOpen[other] !== 1) continue;
      neighbours[start + i] = neighbours[start + open] ?? 0;
      neighbours[start + open] = other;
      open += 1;
    }
    return open;
  }

  function eliminate(pivot: number, open: number, vector: Float64Array): void {
    const start = pivot * size;
    const main = diagonal[pivot] ?? 1;
    for (let i = 0; i < open; i++) {
      const row = neighbours[start + i] ?? 0;
      const factor = (matrix[start + row] ?? 0) / main;
      vector[row] = (vector[row] ?? 0) - factor * (vector[pivot] ?? 0);
      diagonal[row] = (diagonal[row] ?? 0) - factor * (matrix[start + row] ?? 0);
      degree[row] = (degree[row] ?? 0) - 1;
      for (let j = 0; j < i; j++) {
        const column = neighbours[start + j] ?? 0;
        add(row, column, -factor * (matrix[start + column] ?? 0));
      }
    }
  }

  return {
    clear() {
      for (let i = 0; i < nodeCount; i++) {
        const a = nodes[i] ?? 0;
        for (let k = 0; k < (count[a] ?? 0); k++)
          matrix[a * size + (neighbours[a * size + k] ?? 0)] = 0;
        diagonal[a] = 0;
        count[a] = 0;
        degree[a] = 0;
        isUsed[a] = 0;
      }
      nodeCount = 0;
    },
    addWeight(a, b, weight) {
      for (const node of [a, b]) {
        if (node < 0) continue;
        use(node);
        diagonal[node] = (diagonal[node] ?? 0) + weight;
      }
      if (a >= 0 && b >= 0) add(a, b, -weight);
    },
    solve(vector, ridge) {
      let largest = 0;
      for (let i = 0; i < nodeCount; i++) largest = Math.max(largest, diagonal[nodes[i] ?? 0] ?? 0);
      for (let i = 0; i < nodeCount; i++) {
        const node = nodes[i] ?? 0;
        diagonal[node] = (diagonal[node] ?? 0) + ridge * largest;
        isOpen[node] = 1;
      }
      for (let done = 0; done < nodeCount; done++) {
        const pivot = nextPivot(nodeCount - done);
        isOpen[pivot] = 0;
        const open = gatherOpen(pivot);
        order[done] = pivot;
        later[done] = open;
        eliminate(pivot, open, vector);
      }
      for (let done = nodeCount - 1; done >= 0; done--) {
        const pivot = order[done] ?? 0;
        let value = vector[pivot] ?? 0;
        for (let i = 0; i < (later[done] ?? 0); i++) {
          const column = neighbours[pivot * size + i] ?? 0;
          value -= (matrix[pivot * size + column] ?? 0) * (vector[column] ?? 0);
        }
        vector[pivot] = value / (diagonal[pivot] ?? 1);
      }
    },
  };
}
