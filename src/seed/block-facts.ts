import { type Hex, hexToNumber } from "viem";

/** A block as far as a seed needs it. */
export interface BlockFacts {
  readonly number: number;
  readonly hash: Hex;
  readonly timestamp: number;
}

/** A header as nodes answer it. */
export interface RawBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly timestamp: Hex;
}

export function blockFactsOf({ number, hash, timestamp }: RawBlock): BlockFacts {
  return { number: hexToNumber(number), hash, timestamp: hexToNumber(timestamp) };
}
