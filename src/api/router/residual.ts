import type { PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";

/**
 * Pool states after the trades made so far in one search or bundle, by pool id; pools not in it are
 * as in the snapshot.
 */
export type Residual = ReadonlyMap<string, PoolState>;

/**
 * The pool of an edge as those trades leave it, which may have changed a pool that it relies on.
 */
export function residualState(
  { protocol: { reliance }, state }: Pick<GraphEdge, "protocol" | "state">,
  residual: Pick<Residual, "get">,
): PoolState {
  const own = residual.get(state.id) ?? state;
  const other = reliance?.on(own) ?? null;
  const changed = other === null ? undefined : residual.get(other);
  return reliance === undefined || changed === undefined ? own : reliance.given(own, changed);
}
