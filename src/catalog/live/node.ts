import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, fallback, http, multicall3Abi, type PublicClient } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { chunk } from "../../lib/chunk.ts";
import type { Aggregate, ViewCall } from "./aggregate.ts";

/** Most views in one request: nodes limit the gas of a call, to 50 million by default, and a view of a vault may take 200,000. */
const CALLS_PER_REQUEST = 200;
const RETRIES = 9;
const FIRST_DELAY_MS = 125;

/**
 * A client for live readings, which Ponder's own is too dear for: it stores every answer for ever, one row for each view, and
 * looks for it there first. Live blocks are never indexed from the stored answers, so that these only cost.
 */
export function createReadingClient(rpcUrls: readonly string[]): PublicClient {
  const transports = rpcUrls.map((url) => http(url, { retryCount: 0 }));
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
}

/**
 * Views on the state after a block, asked by Multicall3. A node that does not answer, or does not have the block yet, is asked again
 * for as long as Ponder asks for blocks: half a minute or more.
 *
 * The block is given by its number: when it is not the indexed one of that number, Ponder is about to roll both back.
 */
export function aggregateAt(
  client: Pick<PublicClient, "readContract">,
  {
    chain,
    blockNumber,
  }: { readonly chain: Pick<Chain, "multicall3">; readonly blockNumber: bigint },
): Aggregate {
  const ask = (calls: readonly ViewCall[]) =>
    retried(() =>
      client.readContract({
        ...{ abi: multicall3Abi, address: chain.multicall3, functionName: "aggregate3" },
        ...{ args: [calls], blockNumber },
      }),
    );
  return async (calls) => (await Promise.all(chunk(calls, CALLS_PER_REQUEST).map(ask))).flat();
}

async function retried<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === RETRIES) throw error;
      await sleep(FIRST_DELAY_MS * 2 ** attempt);
    }
  }
}
