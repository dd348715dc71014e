import { once } from "node:events";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { type Hex, hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import { lower } from "../../src/lib/address.ts";
import { startAnvil } from "../anvil.ts";
import { chainSpec } from "../chains.ts";
import { UNISWAP_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import { createRpc, RpcError } from "../rpc.ts";
import { word } from "./accounts.ts";
import { type CreationLog, POOL_CREATED, poolCreations } from "./creations.ts";
import { CHAIN_ID, FIRST_BLOCK, prepareMarket } from "./prepare.ts";

/** A running node of a chain with a market of mainnet's order. */
export interface MarketNode {
  readonly url: string;
  stop(): Promise<void>;
}

/** Place of the block among the parameters of methods that read state. */
const STATE_BLOCK: Readonly<Record<string, number>> = {
  ...{ eth_call: 1, eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  ...{ eth_estimateGas: 1, eth_simulateV1: 1, eth_getStorageAt: 2 },
};
/**
 * Blocks without transactions that a built chain ends with, and its newest with one before them.
 */
const EQUAL_STATES = 65;
const HASH_CHARACTERS = 66;

const request = z.object({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
const filter = z.looseObject({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  address: z.union([z.string(), z.array(z.string())]).optional(),
  topics: z.array(z.unknown()).optional(),
});
const hex = z.custom<Hex>((value) => isHex(value));
const header = z.looseObject({ number: hex, hash: hex, timestamp: hex });

/**
 * Starts anvil on the market, and a server before it that answers what anvil cannot:
 *
 * - the logs of the creations in blocks below the chain's own, as anvil has none there;
 * - these blocks' headers, as empty as the chain's first;
 * - states of the last 65 blocks, in which nothing happened: by that of the newest, as anvil keeps
 *   a copy of all accounts for each.
 *
 * All other requests pass.
 *
 * @param share Of the full market, 0 to 1.
 */
export async function startMarketNode(
  share: number,
  log: (line: string) => void = () => undefined,
): Promise<MarketNode> {
  const { statePath, size } = await prepareMarket(share, log);
  const started = Date.now();
  const anvil = await startAnvil({
    ...{ chainId: CHAIN_ID, statePath },
    args: ["--no-mining", "--prune-history", "1", "--number", String(FIRST_BLOCK)],
  });
  log(`the node is up in ${Math.round((Date.now() - started) / 1_000)} s`);
  const { url, rpc } = anvil;
  const node = createRpc(url);
  const head = header.parse(await rpc.request("eth_getBlockByNumber", ["latest", false]));
  const newest = hexToNumber(head.number);
  const first = header.parse(
    await rpc.request("eth_getBlockByNumber", [numberToHex(FIRST_BLOCK), false]),
  );
  const equal = new Set<string>();
  for (let number = newest - EQUAL_STATES; number <= newest; number++) {
    const block = await rpc.request("eth_getBlockByNumber", [numberToHex(number), false]);
    equal.add(header.parse(block).hash);
  }
  const wrapped = lower(chainSpec(CHAIN_ID).wrappedNative.address);
  const creations = poolCreations(size, { wrapped, before: FIRST_BLOCK });

  /** A block below the chain's own, as empty as the first of these; null: it is none. */
  function olderBlock(named: unknown): object | null {
    if (!isHex(named) || hexToNumber(named) >= FIRST_BLOCK) return null;
    const number = hexToNumber(named);
    const age = (FIRST_BLOCK - number) * chainSpec(CHAIN_ID).blockTimeSeconds;
    return {
      ...first,
      ...{ number: named, hash: word(BigInt(number)), parentHash: word(BigInt(number - 1)) },
      timestamp: numberToHex(hexToNumber(first.timestamp) - age),
    };
  }

  function isEqualState(named: unknown): boolean {
    const block =
      typeof named === "object" && named !== null
        ? ((named as { blockHash?: string }).blockHash ??
          (named as { blockNumber?: string }).blockNumber)
        : named;
    if (!isHex(block)) return false;
    if (block.length === HASH_CHARACTERS) return equal.has(block);
    const number = hexToNumber(block);
    return number <= newest && number >= newest - EQUAL_STATES;
  }

  /** Logs of the filter in generated blocks; none for addresses that made none. */
  function generated(params: readonly unknown[]): readonly CreationLog[] {
    const { fromBlock, toBlock, address, topics } = filter.parse(params[0] ?? {});
    if (!isHex(fromBlock)) return [];
    const wanted = address === undefined ? null : [address].flat().map((one) => one.toLowerCase());
    if (wanted !== null && !wanted.includes(lower(UNISWAP_V3_FACTORY))) return [];
    const topic = topics?.[0] ?? null;
    const wantedTopics = topic === null ? null : [topic].flat();
    const last = isHex(toBlock) ? hexToNumber(toBlock) : newest;
    if (wantedTopics !== null && !wantedTopics.includes(POOL_CREATED)) return [];
    return creations.between(hexToNumber(fromBlock), Math.min(last, FIRST_BLOCK - 1));
  }

  async function own(params: readonly unknown[]): Promise<readonly unknown[]> {
    const asked = filter.parse(params[0] ?? {});
    const { fromBlock, toBlock } = asked;
    if (isHex(toBlock) && hexToNumber(toBlock) < FIRST_BLOCK) return [];
    const isBelow = isHex(fromBlock) && hexToNumber(fromBlock) < FIRST_BLOCK;
    const range = isBelow ? { ...asked, fromBlock: numberToHex(FIRST_BLOCK) } : asked;
    return z.array(z.unknown()).parse(await node.request("eth_getLogs", [range]));
  }

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === "eth_getBlockByNumber") {
      const older = olderBlock(params[0]);
      if (older !== null) return older;
    }
    if (method === "eth_getLogs") return [...generated(params), ...(await own(params))];
    const at = STATE_BLOCK[method];
    if (at === undefined || !isEqualState(params[at])) return node.request(method, params);
    return node.request(method, params.with(at, "latest"));
  }

  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader("content-type", "application/json");
    try {
      const { id, method, params } = request.parse(JSON.parse(await readText(incoming)));
      try {
        const result = (await answer(method, params)) ?? null;
        outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        const { code, told: message, data } = error;
        const told = { code, message, ...(data === undefined ? {} : { data }) };
        outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, error: told }));
      }
    } catch (error) {
      // The node behind it is gone, or the request was none.
      outgoing.writeHead(502).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, anvil.stop()]);
    },
  };
}
