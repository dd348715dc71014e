import { BlockNotFoundError, type PublicClient } from "viem";
import type { Store } from "../../../catalog/database.ts";
import { ServiceError } from "../../../lib/errors.ts";
import { type Head, readHead } from "../../graph/heads.ts";
import type { Block } from "../../graph/snapshot.ts";
import { nodeFault } from "../../simulation/caller.ts";
import { blockReplaced } from "./unavailable.ts";

export interface HeaderSource {
  readonly chainId: number;
  readonly store: Pick<Store, "snapshot">;
  readonly client: PublicClient;
}

/**
 * The header of an indexed block. The tables have those of the blocks that were indexed live; nodes
 * keep all.
 *
 * @param newest The newest indexed block, whose chain the header is of.
 * @throws {ServiceError} `INDEX_STALE` when the node is on another chain, `UPSTREAM_UNAVAILABLE`.
 */
export async function readHeader(
  source: HeaderSource,
  number: number,
  newest: Block,
): Promise<Head> {
  const { chainId, store } = source;
  const indexed = await store.snapshot((db) => readHead(db, { chainId, number }));
  if (indexed !== null) return indexed;
  const [header, head] = await Promise.all([
    readFromNode(source, number),
    readFromNode(source, newest.number),
  ]);
  if (head.hash !== newest.hash) throw blockReplaced(chainId, newest.number);
  return header;
}

/** @throws {ServiceError} `UPSTREAM_UNAVAILABLE`. */
async function readFromNode({ chainId, client }: HeaderSource, number: number): Promise<Head> {
  try {
    const { hash, parentHash, timestamp, baseFeePerGas } = await client.getBlock({
      blockNumber: BigInt(number),
    });
    const fee = baseFeePerGas ?? 0n;
    return { number, hash, parentHash, timestamp: Number(timestamp), baseFeePerGas: fee };
  } catch (error) {
    const why =
      error instanceof BlockNotFoundError ? "it does not have the block" : nodeFault(error);
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${chainId} could not give the header of block ${number}: ${why}; retry, or check the node.`,
      { retryAfterSeconds: 1, cause: error },
    );
  }
}
