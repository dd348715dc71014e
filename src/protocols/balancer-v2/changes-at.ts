import { min } from "../../lib/math.ts";
import type { BlockContext } from "../protocol.ts";
import { weightsChangeAt } from "./bootstrapping.ts";
import type { Amplification, BalancerV2Pool } from "./state.ts";

/**
 * The next second at which quotes of the pool may be others: while the amplification or weights
 * move, when a rate expires, when a pause ends; null: never.
 */
export function changesAt(
  state: BalancerV2Pool,
  { timestamp }: Pick<BlockContext, "timestamp">,
): bigint | null {
  const ends = [state.pausedUntil, state.vaultPausedUntil].map(BigInt);
  if (state.kind === "stable") {
    if (isMoving(state.amplification, timestamp)) return timestamp + 1n;
    ends.push(...state.rates.flatMap((rate) => rate?.expires ?? []));
  }
  if (state.kind === "bootstrapping") {
    const next = weightsChangeAt(state.course, timestamp);
    // Of those below, what is told is the second after.
    if (next !== null) ends.push(next - 1n);
  }
  const [first, ...others] = ends.filter((end) => end >= timestamp);
  return first === undefined ? null : others.reduce(min, first) + 1n;
}

/** Whether the amplification is another one in the next second. */
export function isMoving({ endTime }: Amplification, timestamp: bigint): boolean {
  return timestamp < endTime;
}
