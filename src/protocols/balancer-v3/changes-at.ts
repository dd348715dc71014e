import { isMoving } from "../balancer-v2/changes-at.ts";
import type { BlockContext } from "../protocol.ts";
import type { BalancerV3Pool } from "./state.ts";

/** The next second, while the amplification moves; null: quotes change with the state alone. */
export function changesAt(
  state: BalancerV3Pool,
  { timestamp }: Pick<BlockContext, "timestamp">,
): bigint | null {
  const moves = state.kind === "stable" && isMoving(state.amplification, timestamp);
  return moves ? timestamp + 1n : null;
}
