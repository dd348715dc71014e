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
  /** Tokens and groups that a search for prices is about. */
  readonly tokens: Int32Array;
  readonly groups: Int32Array;
  /** By token or group, what is asked of each for the moment. */
  readonly marks: readonly [Uint8Array, Uint8Array];
  /** By group, what it has too much of, and how far its price moves. */
  readonly excess: Float64Array;
  readonly step: Float64Array;
  /** Prices by token: the best so far, and those that are tried. */
  readonly prices: readonly [Float64Array, Float64Array];
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
    tokens: new Int32Array(tokenCount),
    groups: new Int32Array(tokenCount),
    marks: [new Uint8Array(tokenCount), new Uint8Array(tokenCount)],
    excess: new Float64Array(tokenCount),
    step: new Float64Array(tokenCount),
    prices: [new Float64Array(tokenCount), new Float64Array(tokenCount)],
    trades: [createTrades(edgeCount, tokenCount), createTrades(edgeCount, tokenCount)],
  };
}
