import type { Logger } from "pino";
import type { Hash, PublicClient } from "viem";
import type { AnnouncedHead, NodeView } from "./freshness.ts";
import { followHeadAnnouncements } from "./head-announcements.ts";

export interface NodeHeadOptions {
  readonly client: PublicClient;
  /** Announces heads at once; the poll goes on beside it. Null: poll only. */
  readonly wsUrl: string | null;
  readonly pollIntervalMs: number;
  readonly log: Logger;
}

/** Watches the head of a node, independently of the indexer. */
export interface NodeHead {
  view(): NodeView;
  /** Whether the last question was answered. */
  isReachable(): boolean;
  /** Asks the node now. Never rejects: an unanswered question shows in the view. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

/** Blocks of the node that are kept: minutes on chains that make several in a second. */
const KEPT_HEADS = 1_024;
/** Largest gap that is filled by asking for each parent. */
const LARGEST_GAP = 64;

interface NodeBlock {
  readonly number: bigint;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
}

/**
 * Starts watching. Polls over `client`; a head announced over `wsUrl` only brings the next poll
 * forward.
 */
export function watchNodeHead({ client, wsUrl, pollIntervalMs, log }: NodeHeadOptions): NodeHead {
  let heads: readonly AnnouncedHead[] = [];
  let answeredAtMs: number | null = null;
  let reachable = false;
  let running: Promise<void> | null = null;
  let closed = false;

  async function ask(): Promise<void> {
    try {
      const head = await client.getBlock({ blockTag: "latest" });
      const nowMs = performance.now();
      const parentOf = (hash: Hash) => client.getBlock({ blockHash: hash });
      heads = await extendHeads(heads, head, { parentOf, nowMs });
      answeredAtMs = performance.now();
      if (!reachable) log.info({ block: Number(head.number) }, "the node answers");
      reachable = true;
    } catch (error) {
      if (reachable && !closed) log.warn({ err: error }, "the node does not answer");
      reachable = false;
    }
  }

  function poll(): Promise<void> {
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  }

  const timer = setInterval(poll, pollIntervalMs);
  const stopAnnouncements =
    wsUrl === null ? null : followHeadAnnouncements({ wsUrl, onHead: poll, log });
  void poll();

  return {
    view: () => ({ heads, answeredAtMs }),
    isReachable: () => reachable,
    poll,
    async close() {
      closed = true;
      clearInterval(timer);
      stopAnnouncements?.();
      await running;
    },
  };
}

/**
 * The list of heads after the node named `head` as its newest. Blocks that are no ancestors of it
 * are dropped; blocks between are asked for. Behind too large a gap the list starts anew.
 *
 * @param nowMs When `head`, and what is missing before it, counts as announced.
 */
export async function extendHeads(
  heads: readonly AnnouncedHead[],
  head: NodeBlock,
  {
    parentOf,
    nowMs,
  }: { readonly parentOf: (hash: Hash) => Promise<NodeBlock>; readonly nowMs: number },
): Promise<readonly AnnouncedHead[]> {
  const known = new Map(heads.map(({ number, hash }) => [hash, number]));
  const upTo = (last: number) => heads.filter(({ number }) => number <= last);
  const announced = ({ number, hash, timestamp }: NodeBlock) => ({
    number: Number(number),
    hash,
    timestamp: Number(timestamp),
    announcedAtMs: nowMs,
  });
  const own = known.get(head.hash);
  if (own !== undefined) return upTo(own);

  const newest = heads.at(-1)?.number ?? Number.NEGATIVE_INFINITY;
  if (Number(head.number) - newest > LARGEST_GAP) return [announced(head)];
  const added = [announced(head)];
  let oldest = head;
  let ancestor = known.get(oldest.parentHash);
  while (ancestor === undefined) {
    if (oldest.number === 0n || added.length > LARGEST_GAP) return [announced(head)];
    oldest = await parentOf(oldest.parentHash);
    added.unshift(announced(oldest));
    ancestor = known.get(oldest.parentHash);
  }
  return [...upTo(ancestor), ...added].slice(-KEPT_HEADS);
}
