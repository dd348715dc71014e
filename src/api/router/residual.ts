import type { PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";

/**
 * Pool states after the trades made so far in one search or bundle, by pool id; pools not in it are
 * as in the snapshot.
 */
export type Residual = ReadonlyMap<string, PoolState>;

/** The pool of an edge as those trades leave it. */
export function residualState(edge: GraphEdge, residual: Residual): PoolState {
  return residual.get(edge.state.id) ?? edge.state;
}
