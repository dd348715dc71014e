import { type Hex, hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import { lower } from "../../src/lib/address.ts";
import { type Anvil, startAnvil } from "../anvil.ts";
import { chainSpec } from "../chains.ts";
import { alignClock } from "../clock.ts";
import type { Manifest } from "../manifest.ts";
import { createNewestState } from "../newest-state.ts";
import { assertPortFree } from "../port.ts";
import { UNISWAP_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import { createRpc } from "../rpc.ts";
import { serveRpc } from "../rpc-server.ts";
import { word } from "./accounts.ts";
import { type CreationLog, POOL_CREATED, poolCreations } from "./creations.ts";
import { CHAIN_ID, FIRST_BLOCK, prepareMarket } from "./prepare.ts";

/** A running node of a chain with a market of mainnet's order. */
export interface MarketNode {
  readonly url: string;
  readonly port: number;
  /** Of anvil itself, which has no past before the chain's own blocks. */
  readonly anvil: Pick<Anvil, "rpc" | "wsUrl">;
  readonly manifest: Manifest;
  stop(): Promise<void>;
}

export interface MarketNodeOptions {
  /** Of the full market, 0 to 1. */
  readonly share: number;
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** What to do when `port` is in use; ends the error message. */
  readonly portRemedy?: string;
  readonly log?: (line: string) => void;
}

/**
 * Blocks without transactions that a built chain ends with, and its newest with one before them.
 */
const EQUAL_STATES = 65;

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
 * - states of the last 65 blocks that the chain was built with, and of those since, back to the
 *   newest in which something happened: by that of the newest block, as anvil keeps a copy of all
 *   accounts for each.
 *
 * All other requests pass.
 *
 * @throws PortBusyError when `port` is given and taken.
 */
export async function startMarketNode(options: MarketNodeOptions): Promise<MarketNode> {
  const { share, port = 0, portRemedy = "stop it.", log = () => undefined } = options;
  if (port !== 0) await assertPortFree(port, portRemedy);
  const { statePath, size, manifest } = await prepareMarket(share, log);
  const started = Date.now();
  const anvil = await startAnvil({
    ...{ chainId: CHAIN_ID, statePath },
    args: ["--no-mining", "--prune-history", "--number", String(FIRST_BLOCK)],
  });
  log(`the node is up in ${Math.round((Date.now() - started) / 1_000)} s`);
  const { url, rpc } = anvil;
  const node = createRpc(url);
  const head = header.parse(await rpc.request("eth_getBlockByNumber", ["latest", false]));
  const newest = hexToNumber(head.number);
  await alignClock(rpc, chainSpec(CHAIN_ID));
  const newestState = createNewestState(node, { newest, unchangedSince: newest - EQUAL_STATES });
  const first = header.parse(
    await rpc.request("eth_getBlockByNumber", [numberToHex(FIRST_BLOCK), false]),
  );
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

  /** Logs of the filter in generated blocks; none for addresses that made none. */
  function generated(params: readonly unknown[]): readonly CreationLog[] {
    const { fromBlock, toBlock, address, topics } = filter.parse(params[0] ?? {});
    if (!isHex(fromBlock)) return [];
    const wanted = address === undefined ? null : [address].flat().map((one) => one.toLowerCase());
    if (wanted !== null && !wanted.includes(lower(UNISWAP_V3_FACTORY))) return [];
    const topic = topics?.[0] ?? null;
    const wantedTopics = topic === null ? null : [topic].flat();
    const last = isHex(toBlock) ? hexToNumber(toBlock) : FIRST_BLOCK;
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
    return node.request(method, await newestState(method, params));
  }

  const server = await serveRpc({ port, portRemedy, answer }).catch(async (error: unknown) => {
    await anvil.stop();
    throw error;
  });
  return {
    ...{ url: server.url, port: server.port, anvil, manifest },
    async stop() {
      await Promise.all([server.stop(), anvil.stop()]);
    },
  };
}
