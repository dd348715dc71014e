// Stands for Ponder's `database/actions.js`. In each live block Ponder dates what its triggers kept
// of every table for a reorganisation: a statement for each of a hundred tables, most of which
// nothing changed. Its triggers also name those that a transaction did change, for live queries.
// https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/database/actions.ts
import { getTableName, type Table } from "drizzle-orm";
// @ts-expect-error: the package has no types of it.
import * as original from "../node_modules/ponder/dist/esm/database/actions.js";

// @ts-expect-error: as above.
export * from "../node_modules/ponder/dist/esm/database/actions.js";

/** What Ponder calls in a transaction. */
interface Transaction {
  wrap(
    run: (db: {
      execute(sql: string): Promise<{ readonly rows: readonly { readonly table_name: string }[] }>;
    }) => Promise<unknown>,
    context?: object,
  ): Promise<{ readonly rows: readonly { readonly table_name: string }[] }>;
}

interface Block {
  readonly checkpoint: string;
  readonly table: Table;
  readonly preBuild: { readonly ordering: string };
}

/** By the transaction; of its last block, as a transaction may have several. */
const changedIn = new WeakMap<Transaction, { checkpoint: string; tables: Promise<Set<string>> }>();

/** Names of the tables that a transaction has changed so far. */
function changedTables(
  transaction: Transaction,
  checkpoint: string,
  context?: object,
): Promise<Set<string>> {
  const known = changedIn.get(transaction);
  if (known?.checkpoint === checkpoint) return known.tables;
  const tables = transaction
    .wrap((db) => db.execute("SELECT table_name FROM live_query_tables"), context)
    .then(({ rows }) => new Set(rows.map(({ table_name }) => table_name)));
  changedIn.set(transaction, { checkpoint, tables });
  return tables;
}

/** Dates what was kept of a table in a block, if anything was. */
export async function commitBlock(
  transaction: Transaction,
  block: Block,
  context?: object,
): Promise<void> {
  const changed = await changedTables(transaction, block.checkpoint, context);
  if (changed.has(getTableName(block.table))) {
    await original.commitBlock(transaction, block, context);
  }
}
