import type { BlockContext, PoolState, Quote } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";

/** Pool states after the trades made so far in one search, by pool id; pools not in it are as in the snapshot. */
export type Residual = ReadonlyMap<string, PoolState>;

/** Quotes an edge on the residual state of its pool. */
export function quoteResidual(
  edge: GraphEdge,
  amountIn: bigint,
  on: { readonly residual: Residual; readonly at: BlockContext },
): Quote<PoolState> {
  const state = on.residual.get(edge.state.id) ?? edge.state;
  return edge.protocol.quote(state, edge, amountIn, on.at);
}
