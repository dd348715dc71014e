import type { Context } from "ponder:registry";
import type { IndexedChain } from "../../lib/chain.ts";
import type { Aggregate } from "./aggregate.ts";

/** The block that is read, and where the rows are. */
export interface LiveReading {
  readonly chain: IndexedChain;
  /** Of the handler; for rows and for what never changes. */
  readonly context: Context;
  readonly block: {
    readonly number: number;
    /** Seconds since the epoch. */
    readonly timestamp: number;
  };
  /**
   * Calls views on the state after the block. Ask for everything at once: each further round is a
   * trip to the node.
   */
  readonly aggregate: Aggregate;
}

/**
 * Rows that follow contracts whose state changes without events. They are read in live blocks
 * alone, as old states need an archive node; all readers of a block share their calls.
 */
export interface LiveReader {
  /** Fewest seconds between two readings. The first live block is read in any case. */
  readonly secondsBetween: number;
  /** Whether the chain has contracts to read. */
  isOn(chainId: number): boolean;
  /** Asks through `aggregate` alone, and writes only rows that differ from the answers. */
  read(reading: LiveReading): Promise<void>;
}

/**
 * Whether a reader is to read in block `number`: the first of live ones, and then the same blocks
 * whenever the process was started.
 */
export function isDue(
  reader: Pick<LiveReader, "secondsBetween">,
  {
    number,
    isFirst,
    chain,
  }: {
    readonly number: number;
    /** Whether the block before it is not live. */
    readonly isFirst: boolean;
    readonly chain: Pick<IndexedChain, "blockTimeSeconds">;
  },
): boolean {
  return isFirst || number % blocksBetween(reader, chain) === 0;
}

/** Blocks from one reading of a reader to the next; at least 1. */
export function blocksBetween(
  { secondsBetween }: Pick<LiveReader, "secondsBetween">,
  { blockTimeSeconds }: Pick<IndexedChain, "blockTimeSeconds">,
): number {
  return Math.max(1, Math.ceil(secondsBetween / blockTimeSeconds));
}
