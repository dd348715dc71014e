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

/**
 * Asks a chain for its newest block.
 *
 * @throws What the node fails with, after a minute without an answer.
 */
export async function chainStart(client: Pick<PublicClient, "getBlock">): Promise<ChainStart> {
  const { number } = await retried(() => client.getBlock());
  const head = Number(number);
  return { head, firstBlock: Math.max(0, head - LOOK_BACK_BLOCKS) };
}
