import { BlockNotFoundError, type PublicClient } from "viem";
import type { IndexedChain } from "../../lib/chain.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { retried } from "./attempts.ts";

/** What is asked of a node. */
export type StateClient = Pick<PublicClient, "getBalance" | "getBlock">;

/**
 * Tells of which blocks a node still has the state; without an archive that is the newest 128 or
 * so.
 */
export interface States {
  /** Whether the node has a block, but not its state any more. */
  isDropped(blockNumber: number): Promise<boolean>;
  /**
   * `low` where the node has its state; else a block whose state it will have for a while: one
   * halfway from the oldest that it has to the newest, as the oldest is gone with the next block.
   *
   * @throws When the node answers nothing for a minute.
   */
  firstLasting(low: number): Promise<number>;
}

/** The states of a node's chain. */
export function statesOf(
  client: StateClient,
  { multicall3 }: Pick<IndexedChain, "multicall3">,
): States {
  /** Nodes name a missing state in many ways, so that each of their errors counts. */
  const hasState = (blockNumber?: bigint): Promise<boolean> =>
    retried(async () => {
      try {
        await client.getBalance({
          address: multicall3,
          ...(blockNumber === undefined ? {} : { blockNumber }),
        });
        return true;
      } catch (error) {
        if (nodeErrorOf(error) !== null) return false;
        throw error;
      }
    });

  const hasBlock = (blockNumber: bigint): Promise<boolean> =>
    retried(async () => {
      try {
        await client.getBlock({ blockNumber });
        return true;
      } catch (error) {
        if (error instanceof BlockNotFoundError) return false;
        throw error;
      }
    });

  async function isDropped(number: number): Promise<boolean> {
    const blockNumber = BigInt(number);
    if (await hasState(blockNumber)) return false;
    // A node that has no state at all is at fault, and one without the block is late or of a
    // shorter chain.
    if (!(await hasBlock(blockNumber)) || !(await hasState())) return false;
    // What was refused for another reason, as a limit of requests, is answered now.
    return !(await hasState(blockNumber));
  }

  return {
    isDropped,
    async firstLasting(low) {
      if (!(await isDropped(low))) return low;
      let dropped = low;
      const newest = Number((await retried(() => client.getBlock())).number);
      let kept = newest;
      while (kept - dropped > 1) {
        const middle = dropped + ((kept - dropped) >> 1);
        if (await isDropped(middle)) dropped = middle;
        else kept = middle;
      }
      return kept + ((newest - kept) >> 1);
    },
  };
}
