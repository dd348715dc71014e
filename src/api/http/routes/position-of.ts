import type { Position } from "../../../protocols/position.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/** The position that an edge leads into; none for a token. */
export function positionOf({ protocol, state, tokenOut }: GraphEdge): Position | undefined {
  return protocol.positions?.(state).find(({ key }) => key === tokenOut);
}
