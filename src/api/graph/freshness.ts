import type { Hash } from "viem";
import type { ErrorCode } from "../../lib/errors.ts";

/** How far the index may be behind the node. */
export interface LagLimits {
  /** By the blocks' own times. */
  readonly maxLagChainSeconds: number;
  /** Since a block was announced. */
  readonly maxLagSeconds: number;
}

/** A block as the node announced it. Times are milliseconds of one clock. */
export interface AnnouncedHead {
  readonly number: number;
  readonly hash: Hash;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly announcedAtMs: number;
}

/** What is known of the node's chain. */
export interface NodeView {
  /**
   * The node's newest blocks, ascending without gaps, each the parent of the next; empty before its
   * first answer.
   */
  readonly heads: readonly AnnouncedHead[];
  /** When the node last answered; null before its first answer. */
  readonly answeredAtMs: number | null;
}

/** What is known of the indexed chain. */
export interface IndexView {
  /** Ascending; the last is the snapshot's block; empty before the first snapshot. */
  readonly heads: readonly {
    readonly number: number;
    readonly hash: Hash;
    /** Seconds since the epoch. */
    readonly timestamp: number;
  }[];
  /** When the snapshot's block became the current one. */
  readonly publishedAtMs: number;
}

export type Freshness =
  | { readonly fresh: true; readonly lagBlocks: number; readonly lagSeconds: number }
  | {
      readonly fresh: false;
      readonly code: Extract<ErrorCode, "INDEX_STALE" | "UPSTREAM_UNAVAILABLE">;
      /** In words for an operator. */
      readonly reason: string;
      /** Blocks of the node past the indexed one; null when either is unknown. */
      readonly lagBlocks: number | null;
      /**
       * Seconds from the first of these to the node's head, by their own times; null as
       * `lagBlocks`.
       */
      readonly lagSeconds: number | null;
    };

type Lag = Pick<Extract<Freshness, { fresh: false }>, "lagBlocks" | "lagSeconds">;

const UNKNOWN: Lag = { lagBlocks: null, lagSeconds: null };

/**
 * Whether a snapshot may be quoted from.
 *
 * Not fresh: no snapshot; node silent for longer than the limit; another block than the node's at
 * the same height (the node reorganised and the index did not follow yet); too far behind by the
 * blocks' times; a block that the node announced longer ago than the limit is still missing. A
 * chain that mines nothing is fresh. The index may be ahead of what was seen of the node, whose
 * announcements take two ways, for as long as the limit.
 *
 * @param nowMs Of the same clock as the views.
 */
export function assessFreshness(
  index: IndexView,
  node: NodeView,
  { limits, nowMs }: { readonly limits: LagLimits; readonly nowMs: number },
): Freshness {
  const indexed = index.heads.at(-1);
  const head = node.heads.at(-1);
  const maxLagMs = limits.maxLagSeconds * 1_000;
  if (head === undefined || node.answeredAtMs === null) {
    return unavailable("the node has not answered yet", UNKNOWN);
  }
  if (indexed === undefined) return stale("no block is indexed yet", UNKNOWN);

  const missing = node.heads.find(({ number }) => number > indexed.number);
  // Of blocks that were never seen no time is known but that of the one before.
  const isSeen = missing === undefined || missing.number === indexed.number + 1;
  const since = isSeen ? (missing?.timestamp ?? head.timestamp) : indexed.timestamp;
  const lag = {
    lagBlocks: Math.max(0, head.number - indexed.number),
    lagSeconds: Math.max(0, head.timestamp - since),
  };
  const silentMs = nowMs - node.answeredAtMs;
  if (silentMs > maxLagMs) {
    return unavailable(`the node has not answered for ${seconds(silentMs)} s`, lag);
  }
  if (lag.lagSeconds > limits.maxLagChainSeconds) {
    const behind = `${lag.lagSeconds} s (${lag.lagBlocks} blocks)`;
    return stale(`the index is ${behind} behind the node`, lag);
  }
  const height = Math.min(indexed.number, head.number);
  const own = index.heads.find(({ number }) => number === height);
  const theirs = node.heads.find(({ number }) => number === height);
  if (own !== undefined && theirs !== undefined && own.hash !== theirs.hash) {
    return stale(`the node has another block ${height} than the indexed one`, lag);
  }
  if (head.number < indexed.number) {
    const aheadMs = nowMs - index.publishedAtMs;
    if (aheadMs <= maxLagMs) return { fresh: true, ...lag };
    return stale(`the node is behind the indexed block for ${seconds(aheadMs)} s`, lag);
  }
  const waitingMs = missing === undefined ? 0 : nowMs - missing.announcedAtMs;
  if (waitingMs > maxLagMs) {
    const { number } = missing ?? head;
    return stale(`block ${number} is announced for ${seconds(waitingMs)} s`, lag);
  }
  return { fresh: true, ...lag };
}

function stale(reason: string, lag: Lag): Freshness {
  return { fresh: false, code: "INDEX_STALE", reason, ...lag };
}

function unavailable(reason: string, lag: Lag): Freshness {
  return { fresh: false, code: "UPSTREAM_UNAVAILABLE", reason, ...lag };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
