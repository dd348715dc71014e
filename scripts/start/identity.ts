import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./failure.ts";
import type { BlockId, NodeRpc } from "./node-rpc.ts";

/** Deeper than any reorganisation that the indexer survives. */
const SETTLED_BLOCKS = 1_024;

/**
 * Checks that a block that was stored for a chain is still the node's: indexed rows and cached answers of one chain must
 * never be continued with those of another that has the same chain id.
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

/**
 * The same for the embedded database: compares the blocks noted in `directory` at an earlier start with those of the nodes,
 * then notes newer ones.
 *
 * @throws StartError as `requireSameChain`.
 */
export async function requireSameChains(
  nodes: ReadonlyMap<number, NodeRpc>,
  directory: string,
): Promise<void> {
  const file = join(directory, "chains.json");
  const noted: Record<string, BlockId> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  for (const [chainId, node] of nodes) {
    const stored = noted[chainId];
    if (stored !== undefined) {
      await requireSameChain(node, stored, {
        chainId,
        store: directory,
        remedy: "set WEIR_DATA_DIR to another directory, or delete this one to index anew.",
      });
    }
    const settled = Math.max(0, (await node.blockNumber()) - SETTLED_BLOCKS);
    const block = await node.block(settled);
    if (block !== null) noted[chainId] = block;
  }
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, `${JSON.stringify(noted, null, 2)}\n`);
}
