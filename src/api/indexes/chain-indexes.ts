import { eq, sql } from "drizzle-orm";
import type { Records, RecordsDatabase } from "../records/open.ts";
import { notify } from "../records/open.ts";
import { chainIndexes } from "../records/schema.ts";

/** Channel on which processes tell each other that a chain is served from other tables. */
const CHANNEL = "weir_chain_indexes";

/** Schemas that the chains are served from, by chain id. */
export type ChainIndexes = ReadonlyMap<number, string>;

/** Where the chains are served from now; a chain that was never indexed is left out. */
export async function readChainIndexes(db: RecordsDatabase): Promise<ChainIndexes> {
  const rows = await db.select().from(chainIndexes);
  return new Map(rows.map(({ chainId, schema }) => [chainId, schema]));
}

/** The same, without the chains that are being indexed for the first time. */
export async function readBackfilledIndexes(db: RecordsDatabase): Promise<ChainIndexes> {
  const rows = await db
    .select()
    .from(chainIndexes)
    .where(eq(chainIndexes.isBackfilled, true))
    .orderBy(chainIndexes.chainId);
  return new Map(rows.map(({ chainId, schema }) => [chainId, schema]));
}

/**
 * Names the schema of chains that are served from none yet, or from one that is gone. What an
 * indexer is to do at its start: where there is nothing better, its tables are shown while they
 * are filled.
 */
export async function offerSchema(
  { transaction }: Pick<Records, "transaction">,
  { chainIds, schema }: { readonly chainIds: readonly number[]; readonly schema: string },
): Promise<void> {
  await transaction(async (db) => {
    const isGone = sql`to_regclass('"' || ${chainIndexes.schema} || '"._ponder_meta') is null`;
    await db
      .insert(chainIndexes)
      .values(chainIds.map((chainId) => ({ chainId, schema, isBackfilled: false })))
      .onConflictDoUpdate({
        target: chainIndexes.chainId,
        set: { schema, isBackfilled: false },
        setWhere: isGone,
      });
    await notify(db, CHANNEL);
  });
}

/** Serves chains from a schema that is backfilled. */
export async function serveFrom(
  { transaction }: Pick<Records, "transaction">,
  { chainIds, schema }: { readonly chainIds: readonly number[]; readonly schema: string },
): Promise<void> {
  const set = { schema, isBackfilled: true };
  await transaction(async (db) => {
    await db
      .insert(chainIndexes)
      .values(chainIds.map((chainId) => ({ chainId, ...set })))
      .onConflictDoUpdate({ target: chainIndexes.chainId, set });
    await notify(db, CHANNEL);
  });
}

/** Calls `onChange` after each change. Returns the function that stops it. */
export function listenForIndexes(
  records: Pick<Records, "listen">,
  onChange: () => void,
): Promise<() => Promise<void>> {
  return records.listen(CHANNEL, onChange);
}
