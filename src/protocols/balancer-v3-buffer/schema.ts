import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The wrapped token's address as a word, by which the vault knows the buffer. */
  id: t.hex().notNull(),
  slug: t.text().notNull(),
  vault: t.hex().notNull(),
  wrapped: t.hex().notNull(),
  asset: t.hex().notNull(),
  /** Smallest unit of the asset, and of the wrapped token. */
  assetBalance: t.bigint().notNull(),
  wrappedBalance: t.bigint().notNull(),
  /** Whether all buffers of the vault are. */
  isPaused: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every buffer. Key: chainId, id. */
export const balancerV3Buffer = onchainTable("balancer_v3_buffer", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Buffers at the end of every block that changed them. Key: chainId, id, updatedBlock. */
export const balancerV3BufferLog = onchainTable(
  "balancer_v3_buffer_log",
  logColumns(columns, ["slug", "vault"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.id, table.updatedBlock] }),
  }),
);

/** A row of the table. */
export type BalancerV3BufferRow = typeof balancerV3Buffer.$inferSelect;
