import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** First eight bytes of the hash of its key. */
  dexId: t.hex().notNull(),
  slug: t.text().notNull(),
  /** The contract of all pools. */
  address: t.hex().notNull(),
  /** By their addresses, as all lists of two are. */
  tokens: t.hex().array().notNull(),
  salt: t.hex().notNull(),
  /** Words of the contract's storage; those of shifts are 0 while there is none. */
  variables: t.bigint().notNull(),
  centerShift: t.bigint().notNull(),
  rangeShift: t.bigint().notNull(),
  thresholdShift: t.bigint().notNull(),
  /** 27 decimals; 0 where the pool has no contract of its center price, or it was not read. */
  externalPrice: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool of the contract. Key: chainId, dexId. */
export const fluidDexLitePool = onchainTable("fluid_dex_lite_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.dexId] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, dexId, updatedBlock. */
export const fluidDexLitePoolLog = onchainTable(
  "fluid_dex_lite_pool_log",
  logColumns(columns, ["slug", "address", "tokens", "salt"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.dexId, table.updatedBlock] }),
  }),
);
