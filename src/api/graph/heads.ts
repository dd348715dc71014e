import { and, desc, eq, lte } from "drizzle-orm";
import type { Hash } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { headBlock } from "../../catalog/schema.ts";
import type { Chain } from "../../lib/chain.ts";
import { finalityBlocks } from "../../lib/finality.ts";
import type { Block } from "./snapshot.ts";

/** A block of the indexed chain, with its link to the one before. */
export interface Head extends Block {
  readonly parentHash: Hash;
}

/** Heads that are kept besides those that are not final: of this time, and a few. */
const WINDOW_SECONDS = 120;
const SPARE_BLOCKS = 10;

/**
 * How many heads of a chain are kept: all that a reorganisation may take back, so that a common
 * ancestor is among them while both sides run.
 */
export function headWindow({
  chainId,
  blockTimeSeconds,
}: Pick<Chain, "chainId" | "blockTimeSeconds">): number {
  const ofTime = Math.ceil(WINDOW_SECONDS / blockTimeSeconds);
  return Math.max(finalityBlocks(chainId) + SPARE_BLOCKS, ofTime);
}

/** The newest indexed block; null while none is indexed live. */
export async function readNewestHead(db: ReadDatabase, chainId: number): Promise<Head | null> {
  const [head] = await readHeads(db, { chainId, limit: 1 });
  return head ?? null;
}

/** The block of a number, when it was indexed live; else null. */
export async function readHead(
  db: ReadDatabase,
  { chainId, number }: { readonly chainId: number; readonly number: number },
): Promise<Head | null> {
  const [row] = await db
    .select()
    .from(headBlock)
    .where(and(eq(headBlock.chainId, chainId), eq(headBlock.number, number)));
  return row === undefined ? null : headOf(row);
}

/**
 * The newest `limit` indexed blocks, or of those up to a number, ascending; gaps are possible where
 * the indexer was restarted.
 */
export async function readHeads(
  db: ReadDatabase,
  on: { readonly chainId: number; readonly limit: number; readonly upTo?: number },
): Promise<readonly Head[]> {
  const { chainId, limit, upTo } = on;
  const isOfChain = eq(headBlock.chainId, chainId);
  const rows = await db
    .select()
    .from(headBlock)
    .where(upTo === undefined ? isOfChain : and(isOfChain, lte(headBlock.number, upTo)))
    .orderBy(desc(headBlock.number))
    .limit(limit);
  return rows.map(headOf).reverse();
}

function headOf({ chainId: _chainId, ...head }: typeof headBlock.$inferSelect): Head {
  return head;
}

/**
 * The newest block that both lists hold with the same hash; null when there is none. Both ascend by
 * number.
 */
export function findAncestor(own: readonly Head[], indexed: readonly Head[]): Head | null {
  const hashes = new Map(indexed.map((head) => [head.number, head.hash]));
  return own.findLast((head) => hashes.get(head.number) === head.hash) ?? null;
}

/**
 * Up to which block own heads are those of the index, where none is among its newest: the newest
 * that it lists at all, or, where it lists none, the newest that was final when it was read. -1
 * when nothing is known to be common.
 *
 * @param newest The newest head of the index.
 */
export async function ancestorBehindGap(
  db: ReadDatabase,
  on: { readonly chainId: number; readonly own: readonly Head[]; readonly newest: Head },
): Promise<number> {
  const { chainId, own, newest } = on;
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return -1;
  const limit = last.number - first.number + 1;
  const listed = await readHeads(db, { chainId, limit, upTo: last.number });
  const ancestor = findAncestor(own, listed);
  if (ancestor !== null) return ancestor.number;
  // Blocks that the index lists in the own ones' place are of another chain.
  if (newest.number <= last.number || listed.some(({ number }) => number >= first.number))
    return -1;
  const final = last.number - finalityBlocks(chainId);
  return own.findLast(({ number }) => number <= final)?.number ?? -1;
}
