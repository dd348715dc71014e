import { ServiceError } from "../../lib/errors.ts";
import type { Snapshot } from "../graph/snapshot.ts";

/**
 * When a transaction ends to be valid, as a request says it: seconds since the epoch, or after the
 * block that it is made for.
 */
export type AskedDeadline =
  | { readonly kind: "time"; readonly seconds: bigint }
  | { readonly kind: "after"; readonly seconds: bigint };

/**
 * How long a transaction stays valid after the block that it is made for, unless asked otherwise.
 */
const VALID_FOR_SECONDS = 3600n;

/**
 * The last second, since the epoch, at which a transaction made on a snapshot is valid.
 *
 * @param asked Null: one hour after the block.
 * @throws {ServiceError} `INVALID_ARGUMENT` for a time before the block that it is made for.
 */
export function deadlineOn({ next }: Pick<Snapshot, "next">, asked: AskedDeadline | null): bigint {
  if (asked === null) return next.timestamp + VALID_FOR_SECONDS;
  if (asked.kind === "after") return next.timestamp + asked.seconds;
  if (asked.seconds >= next.timestamp) return asked.seconds;
  const message = `${asked.seconds} is before ${next.timestamp}, the time of the block that the transaction is made for`;
  throw new ServiceError(
    "INVALID_ARGUMENT",
    `Invalid request: deadline ${message}; send a later time, or +600 for ten minutes.`,
    { details: [{ path: "deadline", message }] },
  );
}
