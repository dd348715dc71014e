import { setTimeout as sleep } from "node:timers/promises";
import {
  BaseError,
  createPublicClient,
  http,
  multicall3Abi,
  type PublicClient,
  RpcRequestError,
} from "viem";
import type { Chain } from "../../lib/chain.ts";
import { chunk } from "../../lib/chunk.ts";
import type { Aggregate, ViewAnswer, ViewCall } from "./aggregate.ts";

/** Most views in one request: nodes limit the gas of a call, to 50 million by default, and a view of a vault may take 200,000. */
const CALLS_PER_REQUEST = 200;
const RETRIES = 9;
const FIRST_DELAY_MS = 125;
/** How nodes name the end of a call that ran, but not to its end. */
const EXECUTION_FAILURE = /revert|out ?of ?gas|invalid opcode|invalidfeopcode|stack/i;
const FAILED: ViewAnswer = { success: false, returnData: "0x" };

/**
 * A client for live readings, which Ponder's own is too dear for: it stores every answer for ever, one row for each view, and
 * looks for it there first. Live blocks are never indexed from the stored answers, so that these only cost.
 */
export function createReadingClient(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
}

/**
 * Views on the state after a block, asked by Multicall3. A node that does not answer, or does not have the block yet, is asked again
 * for as long as Ponder asks for blocks: half a minute or more.
 *
 * The block is given by its number: when it is not the indexed one of that number, Ponder is about to roll both back.
 *
 * A view that burns all gas it is given leaves too little for those after it, so that they fail together. They are then asked in halves,
 * down to the one, which counts as failed.
 */
export function aggregateAt(
  client: Pick<PublicClient, "readContract">,
  {
    chain,
    blockNumber,
  }: { readonly chain: Pick<Chain, "multicall3">; readonly blockNumber: bigint },
): Aggregate {
  const request = (calls: readonly ViewCall[]) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: chain.multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  async function ask(calls: readonly ViewCall[]): Promise<readonly ViewAnswer[]> {
    try {
      return await retried(() => request(calls));
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
  if (!(error instanceof BaseError)) return false;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  return answer instanceof RpcRequestError && EXECUTION_FAILURE.test(answer.details);
}

async function retried<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === RETRIES || isExecutionFailure(error)) throw error;
      await sleep(FIRST_DELAY_MS * 2 ** attempt);
    }
  }
}
