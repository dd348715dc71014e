import type { Snapshot } from "../graph/snapshot.ts";

/** How long a transaction stays valid after the block that it is made for. */
const VALID_FOR_SECONDS = 3600n;

/** The last second, since the epoch, at which a transaction made on a snapshot is valid. */
export function defaultDeadline({ next }: Pick<Snapshot, "next">): bigint {
  return next.timestamp + VALID_FOR_SECONDS;
}
