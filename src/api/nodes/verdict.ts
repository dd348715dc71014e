import type { BlockReference } from "./block-reference.ts";
import type { Reply, RpcRequest } from "./endpoint.ts";
import { hasLogs, headerOf, type KnownBlocks } from "./known-blocks.ts";

/** What to make of a node's reply to a request. */
export type Verdict =
  /** To be passed on. */
  | "good"
  /** The request itself is at fault: a call that reverts. */
  | "final"
  /** The node does not have the block, or not yet. */
  | "missing"
  /** Another node may do better. */
  | "refused"
  /** The reply contradicts what is known of the chain. */
  | "wrong"
  | "fault";

const REVERTED = 3;
/** A node may lag by so many blocks and still be about to have a block. */
const RECENT_BLOCKS = 16;
const MISSING_BLOCK = /unknown block|not found|out ?of ?range|header|missing|not available/i;
const BY_BLOCK: ReadonlySet<string> = new Set([
  "eth_getBlockByNumber",
  "eth_getBlockByHash",
  "eth_getBlockReceipts",
]);

/** Judges a reply by itself and by what is known of the chain. */
export function judge(
  request: RpcRequest,
  on: { readonly reply: Reply; readonly block: BlockReference; readonly known: KnownBlocks },
): Verdict {
  const { reply, block, known } = on;
  if (reply.kind === "fault") return "fault";
  const head = known.head()?.number ?? -1;
  const exists = block.kind === "hash" || (block.kind === "number" && block.number <= head);
  if (reply.kind === "error") {
    if (reply.error.code === REVERTED || /revert/i.test(reply.error.message)) return "final";
    // What a node says of an old block's state is that it was dropped: asking again would not bring it back.
    const isRecent = exists && (block.kind === "hash" || head - block.number < RECENT_BLOCKS);
    return isRecent && MISSING_BLOCK.test(reply.error.message) ? "missing" : "refused";
  }
  if (reply.result === null) {
    if (request.method === "eth_getTransactionReceipt") return "missing";
    return exists && BY_BLOCK.has(request.method) ? "missing" : "good";
  }
  if (request.method === "eth_getLogs" && block.kind === "hash") {
    const header = known.byHash(block.hash);
    const isWhole = !hasFilter(request.params[0]);
    const isEmpty = Array.isArray(reply.result) && reply.result.length === 0;
    return header !== null && isWhole && isEmpty && hasLogs(header) ? "wrong" : "good";
  }
  if (request.method === "eth_getBlockByNumber" && block.kind === "number") {
    const expected = known.hashAt(block.number);
    const header = headerOf(reply.result);
    if (header === null || header.number !== block.number) return "wrong";
    return expected === null || expected === header.hash ? "good" : "wrong";
  }
  if (request.method === "eth_getBlockByHash" && block.kind === "hash") {
    return headerOf(reply.result)?.hash === block.hash.toLowerCase() ? "good" : "wrong";
  }
  return "good";
}

function hasFilter(filter: unknown): boolean {
  return (
    typeof filter === "object" && filter !== null && ("address" in filter || "topics" in filter)
  );
}
