import { onchainTable, primaryKey } from "ponder";

/** A row for each event. */
export const row = onchainTable(
  "row",
  (t) => ({
    chainId: t.integer().notNull(),
    id: t.text().notNull(),
    block: t.integer().notNull(),
    timestamp: t.integer().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.id] }) }),
);
