// Stands for viem in Ponder's `sync-realtime/bloom.js`, which hashes every address and topic that
// it looks for anew in each block: hundreds, of which few ever change.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/sync-realtime/bloom.ts
import { type ByteArray, type Hex, keccak256 as hash, hexToBytes as originalBytes } from "viem";

export { hexToNumber } from "viem";

/** Those of filters, and of some thousand logs. */
const MOST = 20_000;

const hashes = new Map<Hex, Hex>();
/** The last one: a block's bloom filter is asked about many times. */
let last: { readonly hex: Hex; readonly bytes: ByteArray } | null = null;

/** The hash of an address or a topic, remembered. */
export function keccak256(value: Hex): Hex {
  const known = hashes.get(value);
  if (known !== undefined) return known;
  if (hashes.size >= MOST) hashes.clear();
  const made = hash(value);
  hashes.set(value, made);
  return made;
}

/** Bytes that Ponder only reads. Of a hash, or of a bloom filter, which is remembered. */
export function hexToBytes(hex: Hex): ByteArray {
  if (hex.length === 66) return originalBytes(hex);
  if (last?.hex !== hex) last = { hex, bytes: originalBytes(hex) };
  return last.bytes;
}
