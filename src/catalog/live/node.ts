import {
  BlockNotFoundError,
  createPublicClient,
  multicall3Abi,
  type PublicClient,
  type Transport,
} from "viem";
import type { IndexedChain } from "../../lib/chain.ts";
import { chunk } from "../../lib/chunk.ts";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { isStateGone } from "../../nodes/refusals.ts";
import type { Aggregate, ViewAnswer, ViewCall } from "./aggregate.ts";
import { retried } from "./attempts.ts";
import type { States } from "./states.ts";

/**
 * Most views in one request: nodes limit the gas of a call, to 50 million by default, and a view of
 * a vault may take 200,000.
 */
const CALLS_PER_REQUEST = 200;
/** Attempts, over 4 s, during which a node that does not have the block may only be late. */
const LATE_ATTEMPTS = 6;
/** How nodes name the end of a call that ran, but not to its end. */
const EXECUTION_FAILURE = /revert|out ?of ?gas|invalid opcode|invalidfeopcode|stack/i;
const FAILED: ViewAnswer = { success: false, returnData: "0x" };

/**
 * The block to read is no longer on the node's chain: it was replaced, and Ponder is about to roll
 * it back.
 */
export class BlockGoneError extends Error {
  override readonly name = "BlockGoneError";

  constructor(blockNumber: bigint, cause: unknown) {
    super(`Block ${blockNumber} is not on the node's chain; it is read again when it is.`, {
      cause,
    });
  }
}

/** The node has no state of the block to read any more, as indexing came too late. */
export class StateDroppedError extends Error {
  override readonly name = "StateDroppedError";

  constructor(blockNumber: bigint, cause: unknown) {
    super(
      `The node has dropped the state of block ${blockNumber}; live blocks go on with one whose state it will have for a while.`,
      { cause },
    );
  }
}

/**
 * A client for live readings, which Ponder's own is too dear for: it stores every answer for ever,
 * one row for each view, and looks for it there first. Live blocks are never indexed from the
 * stored answers, so that these only cost.
 */
export function createReadingClient(transport: Transport): PublicClient {
  return createPublicClient({ transport, cacheTime: 0 });
}

/**
 * Views on the state after a block, asked by Multicall3. A node that does not answer, or does not
 * have the block yet, is asked again for as long as Ponder asks for blocks: half a minute or more.
 *
 * The block is given by its number: when it is not the indexed one of that number, Ponder is about
 * to roll both back. While a chain is shorter after a reorganisation, there is none of that number;
 * to wait for it would keep Ponder from the roll back.
 *
 * A view that burns all gas it is given leaves too little for those after it, so that they fail
 * together. They are then asked in halves, down to the one, which counts as failed.
 *
 * @throws BlockGoneError, StateDroppedError from what it returns, when the node has said for 4 s
 *   that it does not have the block, or at once that its state is gone.
 */
export function aggregateAt(
  client: Pick<PublicClient, "readContract" | "getBlock">,
  {
    chain,
    blockNumber,
    states,
  }: {
    readonly chain: Pick<IndexedChain, "multicall3">;
    readonly blockNumber: bigint;
    readonly states: Pick<States, "isDropped">;
  },
): Aggregate {
  const request = (calls: readonly ViewCall[]) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: chain.multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  async function giveUpInVain(error: unknown, attempt: number): Promise<void> {
    if (isExecutionFailure(error)) throw error;
    const isLate = attempt >= LATE_ATTEMPTS;
    if (isLate && (await isGone(client, blockNumber))) throw new BlockGoneError(blockNumber, error);
    // Each block of waiting for a state that is gone loses another one.
    if (!isLate && !isStateGone(error)) return;
    if (await states.isDropped(Number(blockNumber))) {
      throw new StateDroppedError(blockNumber, error);
    }
  }
  async function ask(calls: readonly ViewCall[]): Promise<readonly ViewAnswer[]> {
    try {
      return await retried(() => request(calls), giveUpInVain);
    } catch (error) {
      if (!isExecutionFailure(error)) throw error;
      if (calls.length === 1) return [FAILED];
      const middle = calls.length >> 1;
      const halves = [calls.slice(0, middle), calls.slice(middle)];
      return (await Promise.all(halves.map(ask))).flat();
    }
  }
  return async (calls) => (await Promise.all(chunk(calls, CALLS_PER_REQUEST).map(ask))).flat();
}

/** Whether the node ran the call and the call failed, as opposed to a node that fails. */
function isExecutionFailure(error: unknown): boolean {
  const answer = nodeErrorOf(error);
  return answer !== null && EXECUTION_FAILURE.test(answer.details);
}

/**
 * Whether the node says that it does not have the block; one that says nothing is asked again for
 * the state.
 */
async function isGone(
  client: Pick<PublicClient, "getBlock">,
  blockNumber: bigint,
): Promise<boolean> {
  try {
    await client.getBlock({ blockNumber });
    return false;
  } catch (error) {
    return error instanceof BlockNotFoundError;
  }
}
