import type { Address, BaseError, PublicClient } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import { nodeErrorOf } from "../../../lib/node-error.ts";
import type { Block } from "../../graph/snapshot.ts";
import { nodeFault } from "../../simulation/caller.ts";
import { blockReplaced } from "./unavailable.ts";

export interface StateNode {
  readonly chain: { readonly chainId: number };
  readonly client: PublicClient;
}

/**
 * Whether a node can run a contract on the state of a past block. It cannot where it has dropped
 * the state, and where the contract was not deployed yet.
 *
 * Nodes word it in many ways that a state is gone. What they have in common is that a question
 * which they answer about the newest state they refuse about that one.
 *
 * @throws {ServiceError} `INDEX_STALE` when the node has another block of that number,
 *   `UPSTREAM_UNAVAILABLE` when it does not answer.
 */
export async function canRunAt(
  { chain, client }: StateNode,
  block: Block,
  contract: Address,
): Promise<boolean> {
  const blockNumber = BigInt(block.number);
  try {
    const [header, code] = await Promise.all([
      client.getBlock({ blockNumber }),
      answered(() => client.getCode({ address: contract, blockNumber })),
    ]);
    if (header.hash !== block.hash) throw blockReplaced(chain.chainId, block.number);
    if (code.refused === null) return code.value !== undefined;
    await client.getCode({ address: contract });
    return false;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${chain.chainId} could not tell of block ${block.number}: ${nodeFault(error)}; retry, or check the node.`,
      { retryAfterSeconds: 1, cause: error },
    );
  }
}

/** What a node answers, a refusal included; rejects when it does not answer at all. */
async function answered<T>(
  ask: () => Promise<T>,
): Promise<{ readonly refused: null; readonly value: T } | { readonly refused: BaseError }> {
  try {
    return { refused: null, value: await ask() };
  } catch (error) {
    const refused = nodeErrorOf(error);
    if (refused !== null) return { refused };
    throw error;
  }
}

/** The 422 for a transaction on a block whose state the node cannot run it on. */
export function stateUnavailable(chainId: number, block: number): ServiceError {
  const why = `the node of chain ${chainId} cannot run a transaction on the state of block ${block}, and none is returned that was not simulated`;
  return new ServiceError(
    "BLOCK_UNAVAILABLE",
    `${why}; ask GET /api/v1/shortcuts/quote, which answers without the node, or use an archive node.`,
  );
}
