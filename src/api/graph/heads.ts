import { and, desc, eq } from "drizzle-orm";
import type { Hash } from "viem";
import type { ReadDatabase } from "../../catalog/database.ts";
import { headBlock } from "../../catalog/schema.ts";
import type { Block } from "./snapshot.ts";

/** A block of the indexed chain, with its link to the one before. */
export interface Head extends Block {
  readonly parentHash: Hash;
}

/**
 * How many heads are kept. Ponder treats a reorg deeper than its finality (65 blocks on mainnet, 30
 * on most chains) as unrecoverable, so that a common ancestor is always among them while both sides
 * run.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/finality.ts
 */
export const HEAD_WINDOW = 70;

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
 * The newest `limit` indexed blocks, ascending by number; gaps are possible where the indexer was
 * restarted.
 */
export async function readHeads(
  db: ReadDatabase,
  { chainId, limit }: { readonly chainId: number; readonly limit: number },
): Promise<readonly Head[]> {
  const rows = await db
    .select()
    .from(headBlock)
    .where(eq(headBlock.chainId, chainId))
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
