import { ServiceError } from "../../../lib/errors.ts";

/**
 * A past state that a request asks for: that of a block, or of the newest block up to a time in
 * seconds since the epoch.
 */
export type Moment = { readonly blockNumber: number } | { readonly timestamp: number };

/** Blocks whose state can be asked for, both ends included. */
export interface KnownBlocks {
  readonly chainId: number;
  readonly earliest: number;
  readonly newest: number;
}

/** The 422 for a moment whose state is not known; `why` is part of a sentence. */
export function blockUnavailable(moment: Moment, known: KnownBlocks, why: string): ServiceError {
  const { chainId, earliest, newest } = known;
  const [path, value] =
    "blockNumber" in moment ? ["blockNumber", moment.blockNumber] : ["timestamp", moment.timestamp];
  const range = earliest === newest ? `block ${newest} alone` : `blocks ${earliest} to ${newest}`;
  return new ServiceError(
    "BLOCK_UNAVAILABLE",
    `${path} ${value} of chain ${chainId} is unavailable: ${why}; ask for ${range}, or leave ${path} out for the current block.`,
    { data: { earliestBlock: earliest, newestBlock: newest } },
  );
}

/** The 503 for a block of which the index and the node do not agree. */
export function blockReplaced(chainId: number, block: number): ServiceError {
  return new ServiceError(
    "INDEX_STALE",
    `block ${block} of chain ${chainId} was replaced while the answer was made; retry.`,
    { retryAfterSeconds: 1 },
  );
}
