import { type Hash, type Hex, hexToNumber, isHex } from "viem";
import { z } from "zod";

/** What is remembered of a block. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  readonly logsBloom: Hex | null;
}

/** The newest blocks that nodes answered with, and the chain of those that were served as heads. */
export interface KnownBlocks {
  /** Remembers a block of any chain. */
  see(header: BlockHeader): void;
  byHash(hash: string): BlockHeader | null;
  /** Makes a block the head that is known to stand on the present one, with or without blocks between them. */
  extend(header: BlockHeader): void;
  /** Makes a block the head whatever it stands on; blocks not known to be its ancestors are no longer of the chain. */
  replace(header: BlockHeader): void;
  /** Newest block of the chain; null before the first. */
  head(): BlockHeader | null;
  /** Hash of the chain's block at a height; null when unknown. */
  hashAt(number: number): Hash | null;
}

/** More than the deepest reorganisation that the indexer follows: 240 blocks on Arbitrum. */
const KEPT = 512;

const hex = z.custom<Hex>((value) => isHex(value));
const block = z.object({
  number: hex,
  hash: hex,
  parentHash: hex,
  logsBloom: hex.nullish(),
});

/** The header in a node's answer; null when it is no mined block. */
export function headerOf(result: unknown): BlockHeader | null {
  const { data } = block.safeParse(result);
  if (data === undefined) return null;
  const { number, hash, parentHash, logsBloom } = data;
  return { number: hexToNumber(number), hash, parentHash, logsBloom: logsBloom ?? null };
}

/** Whether a block's bloom says that it has logs. */
export function hasLogs({ logsBloom }: BlockHeader): boolean {
  return logsBloom !== null && /[1-9a-f]/i.test(logsBloom.slice(2));
}

export function createKnownBlocks(): KnownBlocks {
  const byHash = new Map<string, BlockHeader>();
  const chain = new Map<number, Hash>();
  let head: BlockHeader | null = null;

  function see(header: BlockHeader): void {
    byHash.set(header.hash, header);
    if (byHash.size <= KEPT) return;
    const [oldest] = byHash.keys();
    if (oldest !== undefined) byHash.delete(oldest);
  }

  /** Follows known parents down to the chain; what lies below an unknown parent may be of another chain and is forgotten. */
  function link(header: BlockHeader): void {
    for (let { number, parentHash } = header; ; ) {
      if (chain.get(number - 1) === parentHash) return;
      const parent = byHash.get(parentHash);
      if (parent === undefined) {
        for (const other of [...chain.keys()]) if (other < number) chain.delete(other);
        return;
      }
      chain.set(parent.number, parent.hash);
      ({ number, parentHash } = parent);
    }
  }

  return {
    see,
    byHash: (hash) => byHash.get(hash) ?? null,
    extend(header) {
      see(header);
      chain.set(header.number, header.hash);
      chain.set(header.number - 1, header.parentHash);
      chain.delete(header.number - KEPT);
      head = header;
    },
    replace(header) {
      see(header);
      for (const number of [...chain.keys()]) {
        if (number > header.number || number < header.number - KEPT) chain.delete(number);
      }
      chain.set(header.number, header.hash);
      link(header);
      head = header;
    },
    head: () => head,
    hashAt: (number) => chain.get(number) ?? null,
  };
}
