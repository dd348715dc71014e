import { z } from "@hono/zod-openapi";
import { type HistoryRange, INTERVAL_SECONDS } from "../../history/history.ts";
import { integer, word } from "./parameters.ts";
import { invalidArguments } from "./query.ts";

/** Most intervals of one answer. */
export const MAX_INTERVALS = 500;
/** Intervals of an answer that names no start. */
const DEFAULT_INTERVALS = 100;

/** Parameters of every history. */
export const rangeParameters = {
  interval: word(["hour", "day"], {})
    .optional()
    .openapi({ description: "Length of an interval.", default: "hour" }),
  from: integer(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({
      description: `Seconds since the epoch, in the first interval; default: ${DEFAULT_INTERVALS} intervals before the last. At most ${MAX_INTERVALS} intervals are answered at a time.`,
    }),
  to: integer(0, Number.MAX_SAFE_INTEGER).optional().openapi({
    description: "Seconds since the epoch, in the last interval; default: now.",
  }),
};

/**
 * The range that a request asks for, in whole intervals.
 *
 * @param now Seconds since the epoch: time of the newest indexed block.
 * @throws {ServiceError} `INVALID_ARGUMENT` for a range that is too long or ends before it starts.
 */
export function rangeOf(
  query: {
    readonly chainId: number;
    readonly interval?: "hour" | "day" | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  },
  now: number,
): HistoryRange {
  const { chainId, interval = "hour" } = query;
  const length = INTERVAL_SECONDS[interval];
  const startOf = (second: number): number => second - (second % length);
  const last = startOf(query.to ?? now);
  const from = startOf(query.from ?? Math.max(0, last - (DEFAULT_INTERVALS - 1) * length));
  if (last < from) {
    throw invalidArguments([{ path: "from", message: `must not be after to ${query.to ?? now}` }]);
  }
  const count = (last - from) / length + 1;
  if (count > MAX_INTERVALS) {
    const remedy = interval === "day" ? "in parts" : "in parts or by day";
    const message = `must be at most ${MAX_INTERVALS} intervals before to; got ${count}, so ask ${remedy}`;
    throw invalidArguments([{ path: "from", message }]);
  }
  return { chainId, interval, from, to: last + length };
}

/** What every history says of itself. */
export const rangeSchema = {
  chainId: z.int().openapi({ type: "integer", example: 1 }),
  interval: z.enum(["hour", "day"]),
  from: z.int().openapi({ type: "integer", description: "Start of the first interval, seconds." }),
  to: z.int().openapi({
    type: "integer",
    description: "End of the last interval, seconds; it is not part of it.",
  }),
};
