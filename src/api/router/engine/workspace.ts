import { createElimination, type Elimination } from "./elimination.ts";
import { createTrades, type Trades } from "./trades.ts";

/** Memory that searches use in turn. Nothing in it outlives the call that filled it. */
export interface Workspace {
  readonly tokenCount: number;
  readonly edgeCount: number;
  readonly elimination: Elimination;
  /** Edges that a search looks at. */
  readonly edges: Int32Array;
  /** Each token's own number. */
  readonly identity: Int32Array;
  /** Trades at the best prices so far, and at those that are tried. */
  readonly trades: readonly [Trades, Trades];
}

/** Room for problems of so many tokens and edges. */
export function createWorkspace(tokenCount: number, edgeCount: number): Workspace {
  return {
    tokenCount,
    edgeCount,
    elimination: createElimination(tokenCount),
    edges: new Int32Array(edgeCount),
    identity: Int32Array.from({ length: tokenCount }, (_, token) => token),
    trades: [createTrades(edgeCount, tokenCount), createTrades(edgeCount, tokenCount)],
  };
}
