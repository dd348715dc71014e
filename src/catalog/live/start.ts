import type { PublicClient } from "viem";
import { retried } from "./attempts.ts";

/** Where a run of the indexer finds a chain. */
export interface ChainStart {
  /** The newest block. */
  readonly head: number;
  /** The first block that is looked at for live ones. */
  readonly firstBlock: number;
}

/**
 * How far before the head live blocks are looked for. A restart goes back to the last block that
 * Ponder holds for final, up to twice the chain's finality, which is at most 240 blocks; the rest
 * is time to restart in.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/finality.ts
 */
const LOOK_BACK_BLOCKS = 600;
/** The same in seconds, for chains that make more blocks in that time. */
const LOOK_BACK_SECONDS = 600;

/**
 * Asks a chain for its newest block, and how fast it made the last ones.
 *
 * @throws What the node fails with, after a minute without an answer.
 */
export async function chainStart(client: Pick<PublicClient, "getBlock">): Promise<ChainStart> {
  const newest = await retried(() => client.getBlock());
  const head = Number(newest.number);
  const back = Math.max(0, head - LOOK_BACK_BLOCKS);
  const before = await retried(() => client.getBlock({ blockNumber: BigInt(back) }));
  const seconds = Number(newest.timestamp - before.timestamp);
  const blocks = Math.ceil(((head - back) * LOOK_BACK_SECONDS) / Math.max(1, seconds));
  return { head, firstBlock: Math.max(0, head - Math.max(LOOK_BACK_BLOCKS, blocks)) };
}
