import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../../lib/errors.ts";
import { integer } from "./parameters.ts";

/**
 * What is known of the parameters when the rules between them are checked: any of them may have
 * failed its own check.
 */
export type Checked = Readonly<Record<string, unknown>>;

/**
 * A rule between parameters, checked also when some parameter is bad, so that all is named at once.
 */
export function rule(path: string, message: string, holds: (query: Checked) => boolean) {
  return z.refine<Checked>(holds, { path: [path], message, when: () => true });
}

/** The moment that is asked for: at most one of the two. */
export interface AskedMoment {
  readonly blockNumber?: number | undefined;
  readonly timestamp?: number | undefined;
}

/** Parameters that ask for a past state. */
export const momentParameters = {
  blockNumber: integer(0, Number.MAX_SAFE_INTEGER).optional().openapi({
    description:
      "Block whose state to answer from: any that was indexed, up to the current one. Exclusive with timestamp.",
  }),
  timestamp: integer(0, Number.MAX_SAFE_INTEGER).optional().openapi({
    description:
      "Time in seconds since the epoch; the answer is for the newest block that is not later. Exclusive with blockNumber.",
  }),
};

/** The two parameters exclude each other. */
export const momentRule = rule(
  "timestamp",
  "is exclusive with blockNumber; send one of them",
  ({ blockNumber, timestamp }) => blockNumber === undefined || timestamp === undefined,
);

/** Lists of several chains have no common block. */
export const momentChainRule = rule(
  "chainId",
  "is required with blockNumber or timestamp",
  ({ blockNumber, timestamp, chainId }) =>
    (blockNumber === undefined && timestamp === undefined) || chainId !== undefined,
);

/** How asking for a moment can fail, besides bad parameters. */
export const MOMENT_ERRORS = [
  "BLOCK_UNAVAILABLE",
  "INDEX_STALE",
  "OVERLOADED",
  "UPSTREAM_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];
