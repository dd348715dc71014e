import { type Hash, type Hex, hexToNumber, isHex } from "viem";
import { z } from "zod";

/** A JSON-RPC request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What is remembered of a block. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** By its bloom. */
  readonly hasLogs: boolean;
}

/** The newest blocks that nodes answered with, and the chain of those that were served as heads. */
export interface KnownBlocks {
  /** Remembers a block of any chain. */
  see(header: BlockHeader): void;
  byHash(hash: string): BlockHeader | null;
  /**
   * Makes a block the newest of the chain. `"extends"`: it is known to stand on the head before;
   * `"replaces"`: only those of its known ancestors stay.
   */
  serve(header: BlockHeader, how: "extends" | "replaces"): void;
  /** Newest block of the chain; null before the first. */
  head(): BlockHeader | null;
  /** Hash of the chain's block at a height; null when unknown. */
  hashAt(number: number): Hash | null;
}

/** More than the deepest reorganisation that the indexer follows: 240 blocks on Arbitrum. */
const KEPT = 512;
const HASH_CHARACTERS = 66;
/** Place of the block among the parameters of methods that read state. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  ...{ eth_getBlockByNumber: 0, eth_getBlockByHash: 0, eth_getBlockReceipts: 0, eth_getLogs: 0 },
  ...{ debug_traceBlockByHash: 0, debug_traceBlockByNumber: 0, eth_call: 1, eth_getBalance: 1 },
  ...{ eth_createAccessList: 1, eth_estimateGas: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  ...{ eth_simulateV1: 1, eth_getStorageAt: 2, eth_getProof: 2 },
};

const hex = z.custom<Hex>((value) => isHex(value));
const range = z.object({ fromBlock: hex, toBlock: hex });
const block = z.object({ number: hex, hash: hex, parentHash: hex, logsBloom: hex.nullish() });

/** The header in a node's answer; null when it is no mined block. */
export function headerOf(result: unknown): BlockHeader | null {
  const { data } = block.safeParse(result);
  if (data === undefined) return null;
  const { number, hash, parentHash, logsBloom } = data;
  const hasLogs = /[1-9a-f]/i.test(logsBloom?.slice(2) ?? "");
  return { number: hexToNumber(number), hash, parentHash, hasLogs };
}

/** Number or hash of the one block that a request reads; null when it names none, or a tag. */
export function blockOf({ method, params }: RpcRequest): number | Hash | null {
  const value = params[BLOCK_PARAMETER[method] ?? params.length];
  let named = value;
  if (typeof value === "object" && value !== null) {
    if ("blockHash" in value) named = value.blockHash;
    else if ("blockNumber" in value) named = value.blockNumber;
  }
  if (!isHex(named)) return null;
  return named.length === HASH_CHARACTERS ? named : hexToNumber(named);
}

/** Blocks whose logs a request asks for, both ends counted; null: it names no range of numbers. */
export function blocksAsked({ method, params: [filter] }: RpcRequest): number | null {
  if (method !== "eth_getLogs") return null;
  const { data } = range.safeParse(filter);
  return data === undefined ? null : hexToNumber(data.toBlock) - hexToNumber(data.fromBlock) + 1;
}

/** The bloom of a block without logs; Ponder takes it for one that is not known, and asks. */
const NO_BLOOM = `0x${"0".repeat(512)}`;

/** A block as a node answered it, with a bloom that tells nothing. */
export function withoutBloom(result: unknown): unknown {
  const isBlock = typeof result === "object" && result !== null && "logsBloom" in result;
  return isBlock ? { ...result, logsBloom: NO_BLOOM } : result;
}

/** @param hasOwnBloom Whether headers tell whether their blocks have logs. */
export function createKnownBlocks(hasOwnBloom = true): KnownBlocks {
  const seen = new Map<string, BlockHeader>();
  const chain = new Map<number, Hash>();
  let head: BlockHeader | null = null;

  function see(header: BlockHeader): void {
    seen.set(header.hash, hasOwnBloom ? header : { ...header, hasLogs: false });
    const [oldest] = seen.keys();
    if (seen.size > KEPT && oldest !== undefined) seen.delete(oldest);
  }

  /** Follows known parents down to the chain; what is below an unknown one is forgotten. */
  function link({ number, parentHash }: BlockHeader): void {
    if (chain.get(number - 1) === parentHash) return;
    const parent = seen.get(parentHash);
    if (parent === undefined) {
      for (const other of [...chain.keys()]) if (other < number) chain.delete(other);
      return;
    }
    chain.set(parent.number, parent.hash);
    link(parent);
  }

  return {
    see,
    byHash: (hash) => seen.get(hash) ?? null,
    serve(header, how) {
      const { number, hash, parentHash } = header;
      see(header);
      for (const other of [...chain.keys()]) {
        if (other > number || other <= number - KEPT) chain.delete(other);
      }
      chain.set(number, hash);
      if (how === "extends") chain.set(number - 1, parentHash);
      else link(header);
      head = header;
    },
    head: () => head,
    hashAt: (number) => chain.get(number) ?? null,
  };
}
