import { BaseError } from "viem";
import { nodeErrorOf } from "../lib/node-error.ts";

/**
 * How providers say that an answer would be too large or take too long, so that a smaller question
 * is answered: Alchemy, Infura, QuickNode, Ankr, dRPC, Chainstack, publicnode, and the nodes
 * themselves.
 *
 * @see https://www.alchemy.com/docs/reference/error-reference
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/utils/src/getLogsRetryHelper.ts
 */
const TOO_LARGE =
  /limit(ed)? (to|exceeded)|block ?range|ranges over|range (is )?(too )?(large|wide|exceed)|exceed(s|ed)? (max|the|range)|max(imum)? (block )?(range|results|number)|too (many|large|wide|big)|more than [\d,]+ (results|logs|blocks)|up to a [\d,]+ block|query (timeout|returned)|response size|timed? ?out|timeout|backend response|log response/i;

/** Those of them that speak of the answer rather than of the number of blocks. */
const OF_ANSWER = /results|logs|response|returned|timed? ?out|timeout/i;
const OF_BLOCKS = /block|range/i;

/** How nodes name the end of a call that ran, but not to its end. */
const CALL_TOO_LARGE = /out ?of ?gas|gas|revert|timed? ?out|timeout|aborted|too large|size/i;

/**
 * How nodes say that they no longer have a state: geth, bor and coreth; reth; erigon; nethermind;
 * and gateways before them.
 */
const STATE_GONE =
  /missing trie node|state .*(is )?(not available|pruned|unavailable)|pruned|historical state|header not found|archive|state histor|no state|distance to target block exceeds/i;

/** How a node refuses a question for logs because of its size; null: the error is another one. */
export function rangeRefusal(error: unknown): string | null {
  const told = nodeErrorOf(error);
  if (told === null || !TOO_LARGE.test(told.details)) return null;
  return told.details;
}

/** Whether nodes are there, but none answered in time. */
export function isTooSlow(error: unknown): boolean {
  if (!(error instanceof BaseError) || error.name !== "NodesUnavailableError") return false;
  const { isLimited } = error as BaseError & { readonly isLimited?: boolean };
  return isLimited !== true && /HTTP_TIMEOUT/.test(error.message);
}

/** Whether a refusal holds for any range of as many blocks, whatever is in it. */
export function isOfBlockCount(refusal: string): boolean {
  return OF_BLOCKS.test(refusal) && !OF_ANSWER.test(refusal.replace(/eth_getLogs/g, ""));
}

/** Whether a call did not end for what it was asked at once, so that half of it may. */
export function isCallTooLarge(error: unknown): boolean {
  const told = nodeErrorOf(error);
  return told !== null && !isStateGone(error) && CALL_TOO_LARGE.test(told.details);
}

/** Whether a node says that it has no state of the block any more. */
export function isStateGone(error: unknown): boolean {
  const told = nodeErrorOf(error);
  return told !== null && STATE_GONE.test(told.details);
}
