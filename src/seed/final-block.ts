import type { Logger } from "pino";
import { finalityBlocks } from "../lib/finality.ts";
import type { BlockFacts } from "./block-facts.ts";
import type { SeedReader } from "./reader.ts";

/** A chain to begin an index of, as far as it matters for where. */
export interface Beginning {
  readonly chainId: number;
  readonly reader: Pick<SeedReader, "block" | "keepsState">;
  readonly log: Logger;
}

/**
 * The longest, in seconds, that chains take to make a block final: rollups wait for the chain that
 * they settle on, 13 to 40 minutes. A node whose final block is older lags, or the chain has no
 * finality for now.
 *
 * @see https://docs.optimism.io/op-stack/transactions/transaction-finality
 */
const LONGEST_SECONDS = 3_600;

/**
 * The newest block to begin an index with that is final by Ponder's count, and by the node's own
 * `finalized` as well where that can be had: a count of blocks is seconds on a fast rollup.
 *
 * The node's word holds where it names a block of its own chain, below Ponder's, of the last hour,
 * and the node keeps states for twice as long: one that drops them after 128 blocks would drop this
 * one while it is read, and start with the count after all. Everywhere else the count decides:
 * nodes without the tag, and those that hold their newest block for final, as Avalanche's do.
 *
 * @returns Null when the node lacks blocks below its newest.
 */
export async function newestFinal(
  { chainId, reader, log }: Beginning,
  head: BlockFacts,
): Promise<BlockFacts | null> {
  const counted = await newestCounted({ chainId, reader }, head);
  const told = await reader.block("finalized");
  if (counted === null || told === null || told.number >= counted.number) return counted;
  const [depth, seconds] = [head.number - told.number, head.timestamp - told.timestamp];
  const facts = { chainId, block: told.number, hash: told.hash, seconds };
  if ((await reader.block(told.number))?.hash !== told.hash) {
    log.warn(facts, "the node's finalized block is not of its chain; blocks are counted instead");
    return counted;
  }
  if (seconds > LONGEST_SECONDS) {
    log.warn(facts, "the node's finalized block is old; blocks are counted instead");
    return counted;
  }
  return (await reader.keepsState(Math.max(0, head.number - 2 * depth))) ? told : counted;
}

/** The newest block final by Ponder's count. @returns Null when the node does not have it. */
export function newestCounted(
  { chainId, reader }: Omit<Beginning, "log">,
  head: BlockFacts,
): Promise<BlockFacts | null> {
  return reader.block(Math.max(0, head.number - finalityBlocks(chainId)));
}
