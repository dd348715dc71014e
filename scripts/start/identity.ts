import { StartError } from "./failure.ts";
import type { BlockId, NodeRpc } from "./node-rpc.ts";

/**
 * Checks that a block that was stored for a chain is still the node's: indexed rows and cached
 * answers of one chain must never be continued with those of another that has the same chain id.
 *
 * @param store What holds the block, and `remedy` what to do about it, for the message.
 * @throws StartError when the node has another block there, or none.
 */
export async function requireSameChain(
  node: NodeRpc,
  stored: BlockId,
  { chainId, store, remedy }: { chainId: number; store: string; remedy: string },
): Promise<void> {
  const current = await node.block(stored.number);
  if (current?.hash.toLowerCase() === stored.hash.toLowerCase()) return;
  throw new StartError(
    `${store} holds data of another chain ${chainId}: block ${stored.number} is ${stored.hash} there and ${
      current?.hash ?? "absent"
    } on the node of PONDER_RPC_URL_${chainId}; ${remedy}`,
  );
}
